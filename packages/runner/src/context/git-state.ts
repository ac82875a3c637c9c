import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beginningOf, safeGit, timeLimit, untilAborted } from '@loadout/node';

/** The longest state that the model is shown. Source: LOOP-22. */
const MOST_CHARS = 2_000;
/** The time that the first request waits for the state. */
const LIMIT_MS = 1_000;
const MAX_BYTES = 256 * 1024;
const MOST_CONFIG = 16 * 1024;

interface Place {
  readonly cwd: string;
  /** The environment of child processes. */
  readonly env: Readonly<Record<string, string>>;
  readonly limitMs?: number | undefined;
}

/**
 * Returns the branch and a short list of its changes. Undefined: no repository, no git, or no answer in time. Contract: never
 * throws.
 */
export async function gitState({ cwd, env, limitMs = LIMIT_MS }: Place): Promise<string | undefined> {
  const root = repositoryOf(cwd);
  if (root === undefined) return undefined;
  const place = { cwd, env };
  const signal = timeLimit(limitMs);
  try {
    const filters = mayHaveFilters(root) ? await withoutFilters(place, signal) : [];
    const status = ['status', '--porcelain=v1', '--branch', '--ignore-submodules=all'];
    const said = await git([...filters, ...status], { ...place, signal });
    return said.code === 0 ? toText(said.stdout) : undefined;
  } catch {
    return undefined;
  }
}

function repositoryOf(cwd: string): string | undefined {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

/**
 * Returns whether the configuration may name filters. Most are short and do not, which saves a call of git. Included files and a worktree's
 * configuration are not read here.
 */
function mayHaveFilters(root: string): boolean {
  try {
    const config = beginningOf(join(root, '.git', 'config'), MOST_CONFIG);
    return config.length === MOST_CONFIG || /filter|include|worktree/i.test(config);
  } catch {
    return true;
  }
}

/** Returns options that turn off the repository's own filter programs, which git would run over files while comparing them. */
async function withoutFilters(place: Place, signal: AbortSignal): Promise<readonly string[]> {
  const wanted = ['config', '--show-scope', '--name-only', '--get-regexp', '^filter\\..*\\.(clean|smudge|process|required)$'];
  const { code, stdout } = await git(wanted, { ...place, signal });
  // 1: there is none. After any other failure a filter could run.
  if (code !== 0 && code !== 1) throw new Error('git did not list the filters');
  const names = stdout.split('\n').flatMap((line) => {
    const [scope = '', name = ''] = line.split('\t');
    return name === '' || scope === 'system' || scope === 'global' ? [] : [name];
  });
  return names.flatMap((name) => ['-c', `${name}=${name.endsWith('.required') ? 'false' : ''}`]);
}

/** Rejects when the time is over. Output beyond the limit is not needed: the part that can be shown is complete. */
const git = (args: readonly string[], place: Place & { readonly signal: AbortSignal }) =>
  untilAborted(safeGit(args, { mostBytes: MAX_BYTES, ...place }), place.signal);

function toText(status: string): string {
  const [branch = '', ...changes] = status.trimEnd().split('\n');
  const head = `Git, when the session began: ${branch.replace(/^## /, '')}`;
  if (changes.length === 0) return `${head}\nNothing is changed.`;
  const all = [head, ...changes].join('\n');
  if (all.length <= MOST_CHARS) return all;
  const rest = (shown: number) => `(${changes.length - shown} more)`;
  const kept: string[] = [head.slice(0, MOST_CHARS / 2)];
  let room = MOST_CHARS - (kept[0]?.length ?? 0) - rest(0).length - 1;
  for (const change of changes) {
    room -= change.length + 1;
    if (room < 0) break;
    kept.push(change);
  }
  return [...kept, rest(kept.length - 1)].join('\n');
}
