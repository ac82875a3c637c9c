import { lstatSync, realpathSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { messageOf } from '@loadout/core';
import { globTest, ripgrepPath, runChild } from '@loadout/node';
import { errors } from '../errors.js';

/** A file as it is now. */
export interface ListedFile {
  /** Absolute, with links resolved. */
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
}

export interface ListContext {
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly maxFiles: number;
  mayRead(path: string): boolean;
}

/** A pattern as a folder to look into, and a test of the paths below it. */
export interface PlannedGlob {
  /** Absolute, with links resolved. */
  readonly folder: string;
  matches(below: string): boolean;
}

/** More is data, and no text that somebody asks about. */
export const MOST_FILE_BYTES = 1024 * 1024;
const MOST_OUTPUT = 64 * 1024 * 1024;

/** Plans the patterns of a source. A folder that is not there has no files. */
export async function planGlobs(paths: readonly string[], from: string): Promise<readonly PlannedGlob[]> {
  const { default: picomatch } = await import('picomatch');
  return paths.flatMap((pattern) => {
    const { base, glob } = picomatch.scan(pattern);
    // A pattern without a wildcard is a file, or a folder with all that is in it.
    const folder = realFolder(resolve(from, base));
    if (folder === undefined) return [];
    if (glob === '') return [{ folder, matches: () => true }];
    const onSlow = () => {
      throw errors.SEARCH_SOURCE_SLOW({ pattern });
    };
    const matches = globTest(picomatch.makeRe(glob), { glob, onSlow });
    return [{ folder, matches }];
  });
}

function realFolder(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

export interface Listing {
  readonly files: readonly ListedFile[];
  /** Whether there are more files than a source may have. */
  readonly isCut: boolean;
}

/** Lists the files of a source in the order of their paths: no hidden ones, none that an ignore file or a rule leaves out, no links. */
export async function listFiles(globs: readonly PlannedGlob[], context: ListContext): Promise<Listing> {
  const paths = new Set<string>();
  for (const { folder, matches } of globs) {
    for (const path of await pathsIn(folder, context)) {
      const below = relative(folder, path);
      if (matches(below === '' ? path : below)) paths.add(path);
    }
  }
  const files: ListedFile[] = [];
  for (const path of [...paths].sort()) {
    if (files.length >= context.maxFiles) return { files, isCut: true };
    if (!context.mayRead(path)) continue;
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat?.isFile() === true && stat.size <= MOST_FILE_BYTES) files.push({ path, size: stat.size, mtimeMs: stat.mtimeMs });
  }
  return { files, isCut: false };
}

async function pathsIn(folder: string, { env, signal }: ListContext): Promise<readonly string[]> {
  const program = ripgrepPath(env);
  if (program === undefined) throw errors.SEARCH_NO_RIPGREP({});
  const isFile = lstatSync(folder, { throwIfNoEntry: false })?.isFile() === true;
  if (isFile) return [folder];
  const args = ['--files', '--null', '--no-config', '--no-messages', '--no-require-git', '.'];
  try {
    const { stdout } = await runChild({ file: program, args, cwd: folder, env, signal, mostBytes: MOST_OUTPUT });
    if (signal.aborted) throw errors.SEARCH_STOPPED({});
    const names = stdout.split('\0').filter((name) => name !== '');
    return names.map((name) => (isAbsolute(name) ? name : join(folder, name)));
  } catch (cause) {
    if (signal.aborted) throw errors.SEARCH_STOPPED({});
    throw errors.SEARCH_LIST_FAILED({ folder, problem: messageOf(cause) }, { cause });
  }
}
