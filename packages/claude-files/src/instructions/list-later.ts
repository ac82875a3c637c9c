import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { LaterQuery } from '@loadout/core/run';
import { isOtherProject, sourcesIn } from './folder-sources.js';
import { contextOf } from './read-later.js';
import { INSTRUCTION_CHARS, textsOf } from './read-texts.js';

/** All instructions of a project that apply later. */
export interface LaterFiles {
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
export async function listLater(query: Pick<LaterQuery, 'root' | 'folder' | 'names' | 'heard'>): Promise<LaterFiles> {
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
