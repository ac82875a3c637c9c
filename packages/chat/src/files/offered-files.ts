import { resolve } from 'node:path';
import { pathMatches } from '@loadout/core/run';
import { ripgrepPath, runChild } from '@loadout/node';
import { type Conversation, childEnvironment } from '@loadout/runner';
import { fuzzyBest } from '../menu/fuzzy.js';

interface FilesPlace {
  readonly conversation: Conversation;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Returns at most 200 paths by their letters, the best one first. */
export type FindPaths = (query: string) => readonly string[];

const MOST = 200;
const MOST_BYTES = 8 * 1024 * 1024;
const MOST_FILES = 50_000;
/** `--no-config`: a file that the environment names cannot add a program to run. */
const LIST = ['--files', '--hidden', '--no-config', '--no-messages', '--null', '--glob', '!.git'];

/** Whether no rule forbids the agent to read a path, which is relative to `cwd`. A folder ends with `/`. */
export function mayRead({ conversation, cwd, env }: FilesPlace): (path: string) => boolean {
  const { rules, roots } = conversation.permissionsNow();
  const base = { home: env.HOME ?? '', workspace: roots[0] ?? cwd };
  const denied = rules.filter(({ behavior, tool }) => behavior === 'deny' && tool === 'Read');
  return (path) => {
    const file = resolve(cwd, path);
    return denied.every(({ specifier }) => specifier !== undefined && !pathMatches(specifier, file, base));
  };
}

/** Finds the files that can be named in a prompt, of the moment when they are listed. Nothing can without ripgrep. */
export async function offeredFiles(place: FilesPlace): Promise<FindPaths | undefined> {
  const files = await listFiles(place.cwd, childEnvironment(place.env, place.cwd));
  return files && pathFinder(withFolders(files), mayRead(place));
}

/** The files of a folder, relative to it, without those that git ignores. */
export async function listFiles(cwd: string, env: Readonly<Record<string, string>>): Promise<readonly string[] | undefined> {
  const file = ripgrepPath(env);
  if (file === undefined) return undefined;
  const { signal } = new AbortController();
  const { stdout } = await runChild({ file, args: LIST, cwd, env, signal, mostBytes: MOST_BYTES });
  // A path that was cut off at the limit has no end.
  const found = stdout.split('\0').slice(0, -1);
  return found.slice(0, MOST_FILES).filter(canBeMentioned).toSorted(higherFirst);
}

/** Rules are asked about those paths alone that would be offered. */
export const pathFinder =
  (paths: readonly string[], isOffered: (path: string) => boolean): FindPaths =>
  (query) => {
    const offered: string[] = [];
    for (const path of fuzzyBest(query, paths, { text: (one) => one })) {
      if (isOffered(path)) offered.push(path);
      if (offered.length === MOST) break;
    }
    return offered;
  };

/** A quote ends a mention, and a name with control characters could not be shown as it is. */
const canBeMentioned = (path: string): boolean => !/["\p{Cc}\u2028\u2029]/u.test(path);

function higherFirst(a: string, b: string): number {
  const depth = a.split('/').length - b.split('/').length;
  return depth !== 0 ? depth : a < b ? -1 : 1;
}

/** Puts each folder before the first file in it. */
export function withFolders(files: readonly string[]): readonly string[] {
  const paths = new Set<string>();
  for (const file of files) {
    for (let at = file.indexOf('/'); at !== -1; at = file.indexOf('/', at + 1)) paths.add(file.slice(0, at + 1));
    paths.add(file);
  }
  return [...paths];
}
