import { ripgrepPath, runChild } from '@loadout/node';

export interface ListOptions {
  /** The environment of child processes. */
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

const MOST_BYTES = 8 * 1024 * 1024;
const MOST_FILES = 50_000;
/** `--no-config`: a file that the environment names cannot add a program to run. */
const LIST = ['--files', '--hidden', '--no-config', '--no-messages', '--null', '--glob', '!.git'];

/** The files of a folder, relative to it, without those that git ignores. None without ripgrep, as the tool Grep needs it too. */
export async function listFiles(cwd: string, { env, signal }: ListOptions): Promise<readonly string[]> {
  const file = ripgrepPath(env);
  if (file === undefined) return [];
  const { stdout } = await runChild({ file, args: LIST, cwd, env, signal, mostBytes: MOST_BYTES });
  // A path that was cut off at the limit has no end.
  const found = stdout.split('\0').slice(0, -1);
  return found.slice(0, MOST_FILES).filter(canBeMentioned).toSorted(higherFirst);
}

/** A quote ends a mention, and a name with control characters could not be shown as it is. */
const canBeMentioned = (path: string): boolean => !/["\p{Cc}\u2028\u2029]/u.test(path);

function higherFirst(a: string, b: string): number {
  const depth = a.split('/').length - b.split('/').length;
  return depth !== 0 ? depth : a < b ? -1 : 1;
}
