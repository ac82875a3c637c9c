import { relative } from 'node:path';
import { isList, isText, type MapNode, type Place, Report, readText } from '@loadout/config/documents';
import { pathMatches } from '@loadout/core/run';
import { RULE_FIELDS } from '../fields/file-fields.js';
import { tellLost } from '../fields/tell-lost.js';
import type { CompatContext } from '../foreign/compat-context.js';
import { readAgentFile } from '../foreign/read-agent-file.js';
import { lose } from '../foreign/tell-foreign.js';
import type { Source } from './folder-sources.js';

export interface SourceText {
  readonly text: string;
  readonly place: Place;
  /** The globs of a rule that is for some files only. */
  readonly paths?: readonly string[] | undefined;
}

/** Returns the text of a file, or reports why it cannot be read and returns nothing. An imported picture is no reason to stop. */
export async function readSource(source: Source, context: CompatContext): Promise<SourceText | undefined> {
  const { file, rulesOf } = source;
  const trial = new Report();
  const place: Place = { ...context.place, file, line: 1, column: 1, length: 1, foreign: true };
  const text = readText(file, { report: trial, place: context.place });
  if (text !== undefined) context.report.addTexts(trial);
  if (text !== undefined && rulesOf === undefined) return { text, place };
  const rule = text === undefined ? undefined : await readAgentFile(file, { ...context, report: trial, fields: RULE_FIELDS });
  if (rule !== undefined) return ruleOf(rule, { context, place });
  const problem = trial.errors[0]?.message.replace(/\.$/, '') ?? 'it cannot be read';
  return lose({ path: ['compat'], key: relative(context.folder, file), place: context.place, problem }, context);
}

function ruleOf(rule: MapNode, { context, place }: { readonly context: CompatContext; readonly place: Place }): SourceText {
  const own = new Map([...rule.entries].filter(([key]) => key !== 'instructions'));
  tellLost({ ...rule, entries: own }, { fields: RULE_FIELDS, path: ['compat'] }, context);
  const body = rule.entries.get('instructions')?.value;
  const text = isText(body) ? body.value : '';
  return { text, place: { ...place, line: isText(body) ? body.place.line : 1 }, paths: pathsOf(rule, context) };
}

/** A rule whose `paths` cannot be read is for no file: told at the start, it would apply to more than its author meant. */
function pathsOf(rule: MapNode, context: CompatContext): readonly string[] | undefined {
  const node = rule.entries.get('paths')?.value;
  if (node === undefined) return undefined;
  const items = isList(node) ? node.items : [node];
  if (items.every(isText)) return items.flatMap(({ value }) => value.split(/,(?![^{]*\})/).flatMap((one) => one.trim() || []));
  lose({ path: ['compat'], key: 'paths', place: node.place, problem: 'it must be text, or a list of texts' }, context);
  return [];
}

/** Whether a rule of a folder is for a file. */
export const isForPath = (paths: readonly string[], { path, folder }: { path: string; folder: string }): boolean =>
  paths.some((pattern) => pathMatches(pattern, path, { home: '', workspace: folder }));
