import { realpathSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import {
  type CompatContext,
  isFile,
  isReadable,
  lose,
  type MapNode,
  mapOf,
  type Place,
  Report,
  readText,
  type ScalarNode,
} from '@loadout/config/documents';

const FILES = ['AGENTS.md', 'CLAUDE.md', '.claude/CLAUDE.md', 'CLAUDE.local.md'];
const MAX_DEPTH = 5;

interface Walk extends CompatContext {
  /** Real paths. A file is read once, however it is reached, so imports cannot loop. */
  readonly seen: Set<string>;
  readonly parts: ScalarNode[];
}

/** Returns the texts that a project gives to every agent, each followed by the texts that it imports. */
export function readTexts(
  context: CompatContext,
  files: readonly string[] = FILES.map((name) => join(context.folder, name)),
): MapNode | undefined {
  const walk: Walk = { ...context, seen: new Set(), parts: [] };
  for (const file of files) {
    if (isFile(file) && isReadable(file, context)) visit(file, { ...walk, depth: 0 });
  }
  const [first] = walk.parts;
  if (first === undefined) return undefined;
  return mapOf(first.place, {
    defaults: mapOf(first.place, { instructions: { kind: 'list', place: first.place, items: walk.parts } }),
  });
}

function visit(file: string, walk: Walk & { readonly depth: number }): void {
  const real = realpathSync(file);
  if (walk.seen.has(real)) return;
  walk.seen.add(real);
  const text = readable(file, walk);
  if (text === undefined) return;
  const place: Place = { ...walk.place, file, line: 1, column: 1, length: 1, foreign: true };
  const name = relative(walk.folder, file);
  if (text.trim() !== '')
    walk.parts.push({ kind: 'scalar', place, value: `Contents of ${name}:\n\n${text.trim()}`, verbatim: true });
  for (const found of importsOf(text)) visitImport(found, { ...walk, from: place });
}

/** Returns the text, or reports why it cannot be read and returns nothing. An imported picture is no reason to stop. */
function readable(file: string, walk: Walk): string | undefined {
  const trial = new Report();
  if (readText(file, { report: trial, place: walk.place }) !== undefined) return readText(file, walk);
  const problem = trial.errors[0]?.message.replace(/\.$/, '') ?? 'it cannot be read';
  return lose({ path: ['compat'], key: relative(walk.folder, file), place: walk.place, problem }, walk);
}

interface Import {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

function visitImport(found: Import, walk: Walk & { readonly depth: number; readonly from: Place }): void {
  const { path, line, column } = found;
  const target = resolve(dirname(walk.from.file), path);
  const place = { ...walk.from, line, column, length: path.length + 1 };
  const refuse = (problem: string) => lose({ path: ['compat'], key: `@${path}`, place, problem }, walk);
  if (path.startsWith('~/')) refuse('it leads out of the repository');
  // Many texts name a person or a package with an @.
  else if (!isFile(target)) {
    if (/\.(?:md|txt)$/.test(path)) refuse('there is no such file');
  } else if (walk.depth === MAX_DEPTH) refuse(`imports are followed ${MAX_DEPTH} deep`);
  else if (isReadable(target, { ...walk, place })) visit(target, { ...walk, depth: walk.depth + 1 });
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
