import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import { count, printable, table } from '@loadout/command';
import type { LaterQuery, Plan } from '@loadout/core/run';
import { isOtherProject, sourcesIn } from './folder-sources.js';
import { contextOf } from './read-later.js';
import { INSTRUCTION_CHARS, textsOf } from './read-texts.js';

/** All instructions of a project that apply later. */
interface LaterFiles {
  /** `paths`: the globs of a rule for some files only; the others are for the files of their folder. */
  readonly files: readonly { readonly name: string; readonly chars: number; readonly paths?: readonly string[] | undefined }[];
  /** Whether every folder was looked at. */
  readonly isWhole: boolean;
  /** The most characters of one file, and of all that is told at the start. */
  readonly limits: { readonly file: number; readonly start: number };
}

/** The most folders of a project that are looked at. */
const MOST = 20_000;

/** Lists the instruction files of a project that are not told at the start, with what they import. */
async function listLater(query: Pick<LaterQuery, 'root' | 'folder' | 'names' | 'heard'>): Promise<LaterFiles> {
  const { root, names, heard } = query;
  const context = contextOf(query);
  const { folders, isWhole } = foldersBelow(root);
  const globs = new Map<string, readonly string[]>();
  const admits = (source: { readonly file: string }, { paths }: { readonly paths?: readonly string[] | undefined }) => {
    if (paths !== undefined) globs.set(source.file, paths);
    return true;
  };
  const sources = folders.flatMap((folder) => sourcesIn(folder, names, context));
  const room = Number.POSITIVE_INFINITY;
  const texts = await textsOf(sources, { ...context, seen: new Set(heard), admits, room, texts: [] });
  const files = texts.map(({ name, text, place }) => ({ name, chars: text.length, paths: globs.get(place.file) }));
  return { files, isWhole, limits: INSTRUCTION_CHARS };
}

function foldersBelow(root: string): { readonly folders: readonly string[]; readonly isWhole: boolean } {
  const folders = [root];
  for (let index = 0; index < folders.length; index++) {
    const folder = folders[index] ?? root;
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (!entry.isDirectory() || isOtherProject(path)) continue;
      if (folders.length === MOST) return { folders, isWhole: false };
      folders.push(path);
    }
  }
  return { folders, isWhole: true };
}

type InstructionFile = LaterFiles['files'][number];

interface InstructionFiles {
  /** In the order in which an agent is told them. */
  readonly start: readonly InstructionFile[];
  readonly later: LaterFiles;
}

/**
 * Lists the instruction files of a plan: those of the start, and those that are told once a call works on what they are for. `text`: the
 * lists for a person, with what is cut off.
 */
export async function listInstructions(
  plan: Plan,
): Promise<{ readonly files: InstructionFiles; readonly text: string } | undefined> {
  const { instructionFiles: told = [], laterInstructions, workspace: folder } = plan;
  if (laterInstructions === undefined) return undefined;
  const paths = told.map(({ path }) => path).filter((path) => existsSync(path));
  const start = paths.map((path) => ({ name: relative(folder, path), chars: readFileSync(path, 'utf8').trim().length }));
  const heard = new Set(paths.map((path) => realpathSync.native(path)));
  const files = { start, later: await listLater({ ...laterInstructions, folder, heard }) };
  return { files, text: textOf(files) };
}

function textOf({ start, later: { files, isWhole, limits } }: InstructionFiles): string {
  const row = ({ name, chars, paths }: InstructionFile) => {
    const cut = chars > limits.file ? `, cut at ${count(limits.file)}` : '';
    return [printable(name), `${count(chars)} characters${cut}`, paths === undefined ? '' : `for ${printable(paths.join(', '))}`];
  };
  const part = (head: string, of: readonly InstructionFile[]) => (of.length === 0 ? '' : `${head}\n${table(of.map(row), [1])}`);
  return [
    part('Instruction files of the start, in this order:', start),
    part('Told once a call works in their folder, or on a file that they apply to:', files),
    isWhole ? '' : 'The project has more folders than were searched, so there may be more files.\n',
    `A file is cut at ${count(limits.file)} characters, and the files of the start together at ${count(limits.start)}.\n`,
  ].join('');
}
