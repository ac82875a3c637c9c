import { readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { matchesWildcard } from '@loadout/core/run';
import { folderOf } from '../document/folder-of.js';
import {
  type Entry,
  isList,
  isMap,
  isText,
  type MapNode,
  type Node,
  type Place,
  positionText,
  withEntry,
} from '../document/node.js';
import type { Report } from '../document/report.js';
import { errors } from '../errors.js';
import { isFile } from '../read/path-kind.js';
import { readDocument } from '../read/read-document.js';

interface IncludeContext {
  readonly report: Report;
  readonly file: string;
  readonly open: readonly string[];
  isWithheld(file: string): boolean;
  conceal(file: string): void;
}

/** Adds the agents of the files that `include` names to the agents of the document itself. */
export async function withIncluded(document: MapNode, context: IncludeContext): Promise<MapNode> {
  const targets = textsOf(document.entries.get('include')?.value);
  if (targets === undefined) return document;
  context.report.addMore();
  const own = document.entries.get('agents')?.value;
  const agents = new Map<string, Entry>(isMap(own) ? own.entries : []);
  for (const target of targets) {
    for (const file of includedFiles(target, context)) {
      if (context.isWithheld(file)) continue;
      context.conceal(file);
      const agent = await readDocument(file, { report: context.report, place: target.place });
      if (agent !== undefined) addAgent(agents, { agent, file, context });
    }
  }
  const merged: Node =
    isMap(own) || own === undefined ? { kind: 'map', place: own?.place ?? document.place, entries: agents } : own;
  return withEntry(withEntry(document, { key: 'include', value: undefined }), { key: 'agents', value: merged });
}

interface Target {
  readonly value: string;
  readonly place: Place;
}

function includedFiles(target: Target, context: IncludeContext): readonly string[] {
  const fail = (problem: string) => {
    context.report.error(errors.CONFIG_INCLUDE({ target: target.value, problem }), { path: ['include'], place: target.place });
    return [];
  };
  if (target.value.includes('**')) return fail('** is not supported; name each folder');
  if (target.value.includes('${')) return fail('${…} is not filled in here');
  const files = findIncluded(target.value, folderOf(context.file));
  if (files === undefined) return fail(`more than ${MOST_MATCHES} files and folders match`);
  if (files.length === 0) return fail(target.value.includes('*') ? 'no file matches' : 'the file does not exist');
  const circle = files.find((file) => context.open.includes(file));
  if (circle === undefined) return files;
  const chain = [...context.open.slice(context.open.indexOf(circle)), circle].map((file) => basename(file));
  context.report.error(errors.CONFIG_CYCLE({ chain }), { path: ['include'], place: target.place });
  return files.filter((file) => file !== circle);
}

function addAgent(agents: Map<string, Entry>, found: { agent: MapNode; file: string; context: IncludeContext }): void {
  const { agent, file, context } = found;
  const key = agent.entries.get('name')?.value;
  const name = isText(key) ? key.value : basename(file).replace(/(?:\.agent)?\.[^.]+$/, '');
  const first = agents.get(name);
  const place = isText(key) ? key.place : { ...agent.place, length: 1 };
  if (first !== undefined) {
    const problem = errors.CONFIG_AGENT_TWICE({ name, first: positionText(first.key) });
    context.report.error(problem, { path: ['agents', name], place });
    return;
  }
  agents.set(name, { key: place, value: isText(key) ? withEntry(agent, { key: 'name', value: undefined }) : agent });
}

/** The texts of a value that is one text or a list of texts. Returns `undefined` for anything else, which the schema refuses. */
export function textsOf(node: Node | undefined): readonly Target[] | undefined {
  if (isText(node)) return [{ value: node.value, place: node.place }];
  if (!isList(node) || !node.items.every(isText)) return undefined;
  return node.items.flatMap((item) => (isText(item) ? [{ value: item.value, place: item.place }] : []));
}

/** Links that lead back double what matches with each `*`. */
const MOST_MATCHES = 1_000;

/** The files that match a path with `*` in its parts, sorted; `undefined` for too many. A `*` does not match a leading dot. */
function findIncluded(pattern: string, fromDir: string): readonly string[] | undefined {
  const parts = pattern.split('/').filter((part) => part !== '' && part !== '.');
  const start = pattern.startsWith('/') ? '/' : resolve(fromDir);
  let found: readonly string[] = [start];
  for (const part of parts) {
    found = found.flatMap((folder) => step(folder, part));
    if (found.length > MOST_MATCHES) return undefined;
  }
  return found.filter(isFile).sort();
}

function step(folder: string, part: string): readonly string[] {
  if (!part.includes('*')) return [join(folder, part)];
  return names(folder)
    .filter((name) => (part.startsWith('.') || !name.startsWith('.')) && matchesWildcard(part, name))
    .map((name) => join(folder, name));
}

function names(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
