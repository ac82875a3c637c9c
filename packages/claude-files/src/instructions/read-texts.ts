import { realpathSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { isFile, type MapNode, mapOf, type Place } from '@loadout/config/documents';
import type { CompatContext } from '../foreign/compat-context.js';
import { isReadable } from '../foreign/read-foreign.js';
import { lose, sayRead } from '../foreign/tell-foreign.js';
import type { Source } from './folder-sources.js';
import { readSource, type SourceText } from './read-source.js';

/** The most characters of instruction files. More is cut, with a notice in its place. */
export const INSTRUCTION_CHARS = {
  /** The limit of one file. */
  file: 40_000,
  /** The limit of all files that are told at the start. */
  start: 160_000,
} as const;

const MAX_DEPTH = 5;

export interface InstructionText {
  readonly place: Place;
  /** The path from the folder of the configuration. */
  readonly name: string;
  readonly text: string;
}

export interface Walk extends CompatContext {
  /** Real paths. A file is read once, however it is reached, so imports cannot loop. */
  readonly seen: Set<string>;
  /** Whether a text is told now. Asked after the file was read. */
  readonly admits: (source: Source, read: SourceText) => boolean;
  /** The characters that are left for all texts. */
  room: number;
  readonly texts: InstructionText[];
}

/** Returns the texts that a project gives to every agent, each followed by the texts that it imports. */
export async function readTexts(context: CompatContext, sources: readonly Source[]): Promise<MapNode | undefined> {
  const admits: Walk['admits'] = (_, { paths }) => paths === undefined;
  const texts = await textsOf(sources, { ...context, seen: new Set(), admits, room: INSTRUCTION_CHARS.start, texts: [] });
  const [first] = texts;
  if (first === undefined) return undefined;
  const items = texts.map(({ place, name, text }) => {
    return { kind: 'scalar' as const, place, value: `Contents of ${name}:\n\n${text}`, verbatim: true as const };
  });
  return mapOf(first.place, { defaults: mapOf(first.place, { instructions: { kind: 'list', place: first.place, items } }) });
}

/** Reads files with the files that they import, and adds their texts. */
export async function textsOf(sources: readonly Source[], walk: Walk): Promise<readonly InstructionText[]> {
  for (const source of sources) if (isReadable(source.file, walk)) await visit(source, { walk, depth: 0 });
  return walk.texts;
}

interface Step {
  readonly walk: Walk;
  readonly depth: number;
}

async function visit(source: Source, { walk, depth }: Step): Promise<void> {
  const real = realpathSync.native(source.file);
  if (walk.seen.has(real)) return;
  const read = await readSource(source, walk);
  if (read !== undefined && !walk.admits(source, read)) return;
  walk.seen.add(real);
  if (read === undefined) return;
  addText(read, walk);
  for (const found of importsOf(read.text)) await visitImport(found, { walk, depth, from: read.place });
}

function addText({ text, place }: SourceText, walk: Walk): void {
  const name = relative(walk.folder, place.file);
  const whole = text.trim();
  const chars = Math.min(INSTRUCTION_CHARS.file, walk.room);
  if (whole === '') return;
  walk.room -= Math.min(whole.length, chars);
  if (whole.length <= chars) walk.texts.push({ place, name, text: whole });
  else {
    const as = chars === 0 ? 'nothing, since all instruction files together are too long' : `its first ${chars} characters`;
    const fix =
      'Make it shorter, for example with rules in .claude/rules with paths, which are told when a matching file is worked on.';
    sayRead({ path: ['compat'], place, key: 'The text', found: `${whole.length} characters long`, as, fix }, walk);
    const notice = `[Cut: ${chars} of ${whole.length} characters of ${name}.]`;
    walk.texts.push({ place, name, text: `${whole.slice(0, chars)}\n${notice}`.trimStart() });
  }
}

interface Import {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

async function visitImport(found: Import, { walk, depth, from }: Step & { readonly from: Place }): Promise<void> {
  const { path, line, column } = found;
  const target = resolve(dirname(from.file), path);
  const place = { ...from, line: from.line + line - 1, column, length: path.length + 1 };
  const refuse = (problem: string) => lose({ path: ['compat'], key: `@${path}`, place, problem }, walk);
  if (path.startsWith('~/')) refuse('it leads out of the repository');
  // Many texts name a person or a package with an @.
  else if (!isFile(target)) {
    if (/\.(?:md|txt)$/.test(path)) refuse('there is no such file');
  } else if (depth === MAX_DEPTH) refuse(`imports are followed ${MAX_DEPTH} deep`);
  else if (isReadable(target, { ...walk, place })) await visit({ file: target }, { walk, depth: depth + 1 });
}

/** Finds the paths behind an @ at the start of a word, outside of code. */
function importsOf(text: string): readonly Import[] {
  const blank = (code: string) => code.replace(/[^\n]/g, ' ');
  const prose = text.replace(/^(```|~~~)[\s\S]*?^\1/gm, blank).replace(/`[^`\n]*`/g, blank);
  return prose.split('\n').flatMap((line, index) =>
    [...line.matchAll(/(?<=^|\s)@([\w~./-]*[\w/-])/g)].map((match) => ({
      path: match[1] ?? '',
      line: index + 1,
      column: match.index + 1,
    })),
  );
}
