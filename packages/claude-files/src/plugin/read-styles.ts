import { join } from 'node:path';
import { child, isText, type MapNode, mapOf, type Node, type Place } from '@loadout/config/documents';
import { type Fields, kept, lost, quiet } from '../foreign/foreign-fields.js';
import { readAgentFile } from '../foreign/read-agent-file.js';
import { isReadable } from '../foreign/read-foreign.js';
import { lose, refuse } from '../foreign/tell-foreign.js';
import { INSTRUCTION_CHARS } from '../instructions/read-texts.js';
import { filesOf, namedParts, nameOf } from './part-paths.js';
import type { PluginContext } from './plugin-context.js';
import type { Manifest } from './read-manifest.js';
import { withPlainValues } from './with-values.js';

const STYLE_FIELDS: Fields = {
  name: kept('the name for outputStyle of the mount; without one, the name of the file'),
  description: quiet('for people'),
  'force-for-plugin': kept('`true`: told without a choice'),
  'keep-coding-instructions': lost('instructions of Loadout stay as they are'),
};

interface Style {
  readonly name: string;
  readonly place: Place;
  readonly text: Node;
  readonly isForced: boolean;
}

/**
 * The output style that the mount names, and those that their author forces, as instructions of every agent. The others are named.
 * In Claude Code a style replaces a part of the program's own prompt; Loadout has none.
 */
export async function readStyles(manifest: Manifest, context: PluginContext): Promise<MapNode | undefined> {
  const wanted = context.outputStyle;
  const styles = await stylesOf(manifest, context);
  if (isText(wanted) && !styles.some(({ name }) => name === wanted.value)) {
    const names = styles.map(({ name }) => name).join(', ') || 'none';
    const problem = `the plugin has no output style ${JSON.stringify(wanted.value)}; it has: ${names}`;
    refuse({ path: ['outputStyle'], place: wanted.place, problem, restrictsNothing: true }, context);
  }
  const told = styles.filter(({ name, isForced }) => isForced || (isText(wanted) && name === wanted.value));
  for (const { name, place } of styles.filter((one) => !told.includes(one))) {
    const problem = 'no output style is told unless the mount names it';
    const fix = `Write outputStyle: ${name} beside claude.`;
    lose({ path: ['outputStyles'], key: `the output style ${name}`, place, problem, fix }, context);
  }
  const [first] = told;
  if (first === undefined) return undefined;
  const items = told.map(({ text }) => withPlainValues(text, context.values));
  return mapOf(first.place, { defaults: mapOf(first.place, { instructions: { kind: 'list', place: first.place, items } }) });
}

async function stylesOf(manifest: Manifest, context: PluginContext): Promise<readonly Style[]> {
  const parts = namedParts('outputStyles', manifest, context) ?? [{ path: join(context.folder, 'output-styles') }];
  const files = parts.flatMap((part) => ('path' in part ? filesOf(part.path, '.md') : []));
  const styles: Style[] = [];
  for (const file of files) {
    const read = isReadable(file, context) ? await readAgentFile(file, { ...context, fields: STYLE_FIELDS }) : undefined;
    const text = child(read, 'instructions');
    if (read === undefined || !isText(text)) continue;
    const [given, forced] = [child(read, 'name'), child(read, 'force-for-plugin')];
    const { place } = read;
    const name = isText(given) ? given.value : nameOf(file);
    if (text.value.length > INSTRUCTION_CHARS.file) {
      const problem = `it has ${text.value.length} characters; the limit is ${INSTRUCTION_CHARS.file}`;
      lose({ path: ['outputStyles'], key: `the output style ${name}`, place, problem }, context);
    } else styles.push({ name, place, text, isForced: forced?.kind === 'scalar' && forced.value === true });
  }
  return styles;
}
