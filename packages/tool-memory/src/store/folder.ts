import { closeSync, constants, fstatSync, lstatSync, mkdirSync, readdirSync, readFileSync, type Stats } from 'node:fs';
import { type HeldFolder, holdFolder, unlessCode } from '@loadout/node';
import { errors } from '../errors.js';

export type Folder = HeldFolder;

const moved = (found: { readonly path: string; readonly problem: string }) => errors.MEMORY_MOVED(found);

/** Holds a folder below `base`, part by part, so that no link is followed. `undefined`: it is not there. */
export function openRoot(
  base: string,
  { parts, make }: { readonly parts: readonly string[]; readonly make: boolean },
): Folder | undefined {
  let folder: Folder | undefined = holdFolder(base, { moved });
  for (const part of parts) {
    const above: Folder = folder;
    try {
      folder = enterFolder(above, part, { make });
    } finally {
      above.close();
    }
    if (folder === undefined) return undefined;
  }
  return folder;
}

/** Holds a folder inside a held one. `undefined`: it is not there. Throws MEMORY_MOVED for a link or a file. */
export function enterFolder(above: Folder, name: string, { make = false } = {}): Folder | undefined {
  const there = unlessCode(() => above.enter(name), 'ENOENT');
  if (there !== undefined || !make) return there;
  unlessCode(() => mkdirSync(above.at(name), { mode: 0o755 }), 'EEXIST');
  return above.enter(name);
}

/** The names in a folder in the order of their code units, on every machine. */
export const namesIn = (folder: Folder): readonly string[] => readdirSync(folder.at('.')).sort();

/** The state of an entry itself, so that a link is a link. */
export const statOf = (folder: Folder, name: string): Stats | undefined => lstatSync(folder.at(name), { throwIfNoEntry: false });

/** Reads a file. `undefined`: it is not there, or no file. Throws MEMORY_TOO_LARGE, and MEMORY_MOVED for a link. */
export function readText(folder: Folder, { name, most }: { readonly name: string; readonly most: number }): string | undefined {
  if (statOf(folder, name)?.isDirectory() !== false) return undefined;
  const descriptor = folder.open(name, { flags: constants.O_RDONLY | constants.O_NONBLOCK });
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return undefined;
    if (stat.size > most) throw errors.MEMORY_TOO_LARGE({ what: `${folder.path}/${name}`, bytes: stat.size, most });
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}

export const isOfSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error;
