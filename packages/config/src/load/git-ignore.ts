import { appendFileSync, lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { safeGit } from '@loadout/node';
import { trustedBefore } from '../trust/trust-record.js';
import type { TrustOptions, TrustVerdict } from '../trust/verdict.js';

interface Place {
  readonly env: Readonly<Record<string, string | undefined>>;
}

const MOST_BYTES = 1024 * 1024;

/** How git sees a file. `none`: the file is in no work tree, or there is no git. */
export async function gitStateOf(file: string, place: Place): Promise<'none' | 'tracked' | 'ignored' | 'open'> {
  const inside = await git(['rev-parse', '--is-inside-work-tree'], file, place);
  if (inside?.trim() !== 'true') return 'none';
  if (await isTracked(file, place)) return 'tracked';
  return (await git(['check-ignore', '--quiet', '--', basename(file)], file, place)) === undefined ? 'open' : 'ignored';
}

/** Tests whether git tracks a file. False without git. */
const isTracked = async (file: string, place: Place): Promise<boolean> =>
  (await git(['ls-files', '--error-unmatch', '--', basename(file)], file, place)) !== undefined;

/** Adds the name of a file to what this clone ignores, and returns whether git ignores the file now. The project's .gitignore stays. */
export async function excludeFromGit(file: string, place: Place): Promise<boolean> {
  const found = await git(['rev-parse', '--git-path', 'info/exclude'], file, place);
  if (found === undefined) return false;
  const exclude = resolve(dirname(file), found.trimEnd());
  try {
    const stat = lstatSync(exclude, { throwIfNoEntry: false });
    // A link could lead to any file of this user.
    if (stat !== undefined && !stat.isFile()) return false;
    mkdirSync(dirname(exclude), { recursive: true });
    const text = stat === undefined ? '' : readFileSync(exclude, 'utf8');
    appendFileSync(exclude, `${text === '' || text.endsWith('\n') ? '' : '\n'}${basename(file)}\n`);
  } catch {
    return false;
  }
  return (await gitStateOf(file, place)) === 'ignored';
}

/** Returns what git prints; `undefined` if it fails, or if there is no git. */
async function git(args: readonly string[], file: string, { env }: Place): Promise<string | undefined> {
  const signal = AbortSignal.timeout(5_000);
  const exit = await safeGit(args, { cwd: dirname(file), env, signal, mostBytes: MOST_BYTES }).catch(() => undefined);
  return exit?.code === 0 ? exit.stdout : undefined;
}

/**
 * Takes trust from a personal file into which rules were kept, and which git tracks now: what others can change waits for a review. git is
 * asked at each start, since its index has several formats.
 */
export async function unlessTracked(
  verdict: TrustVerdict,
  { trust, env }: Place & { readonly trust: TrustOptions },
): Promise<TrustVerdict> {
  const { root, config, hash, trusted } = verdict;
  const isReviewed = !trusted || trust.hashes?.includes(hash) || trustedBefore(trust.file, verdict)?.unlessTracked !== true;
  if (isReviewed || lstatSync(join(root, '.git'), { throwIfNoEntry: false }) === undefined) return verdict;
  return (await isTracked(join(root, config), { env })) ? { ...verdict, trusted: false, isTracked: true } : verdict;
}
