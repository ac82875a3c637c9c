import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isLoadoutError } from '@loadout/core';
import { openRepository, type Repository } from '../git/repository.js';
import type { GitContext } from '../git/run-git.js';
import { commitOf } from './make-worktree.js';

/** Work that would be lost with a working tree. */
export interface Work {
  /** Changed, staged and untracked files, as `git status --short` shows them. Ignored files do not count. */
  readonly files: readonly string[];
  /** Commits that nothing else holds, the newest first. */
  readonly commits: readonly string[];
  /** True for submodules: git then removes the worktree only with a flag that skips all checks. */
  readonly hasSubmodules: boolean;
}

export interface Subject {
  readonly path: string;
  readonly branch: string | undefined;
  readonly base: string | undefined;
}

const MOST_COMMITS = 1000;

/**
 * Finds work that would be lost. Contract: anything uncertain counts as work. `home` is a worktree of the same repository that
 * stays.
 */
export async function workIn(
  { path, branch, base }: Subject,
  { home, git }: { readonly home: Repository | undefined; readonly git: GitContext },
): Promise<Work> {
  const tree = existsSync(path) ? await treeAt(path, git) : undefined;
  if (typeof tree === 'string') return { files: [tree], commits: [], hasSubmodules: false };
  const from = tree ?? home;
  if (from === undefined) return { files: [], commits: [], hasSubmodules: false };
  const tip = branch === undefined ? undefined : await commitOf(from, `refs/heads/${branch}`);
  const tips = [...(tree === undefined ? [] : ['HEAD']), ...(tip === undefined ? [] : [tip])];
  const kept = [base, home === undefined ? undefined : await commitOf(home, 'HEAD')].filter((one) => one !== undefined);
  const commits = tips.length === 0 ? [] : await commitsOnly(from, { tips, kept, branch });
  if (tree === undefined) return { files: [], commits, hasSubmodules: false };
  const submodules = await submodulesOf(tree);
  const inside = await Promise.all(submodules.map((name) => submoduleWork(join(path, name), { name, git })));
  return { files: await changedFiles(tree), commits: [...commits, ...inside.flat()], hasSubmodules: submodules.length > 0 };
}

/** Opens the worktree at a path. A folder without `.git` belongs to the repository above it, which must not be removed. */
async function treeAt(path: string, git: GitContext): Promise<Repository | string> {
  try {
    const tree = await openRepository(path, git);
    return tree.top === path ? tree : `${path} (it is no longer a working tree of its own, so git cannot tell what changed)`;
  } catch (error) {
    if (!isLoadoutError(error) || error.code !== 'GIT_NO_REPOSITORY') throw error;
    return `${path} (it is in no repository, so nobody can tell what changed)`;
  }
}

async function changedFiles(tree: Repository): Promise<string[]> {
  const args = ['status', '--porcelain=v1', '-z', '--untracked-files=all', '--ignore-submodules=none'];
  const { stdout } = await tree.git(args, { doing: 'tell what changed' });
  const files: string[] = [];
  const entries = stdout.split('\0').filter((entry) => entry !== '');
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index] ?? '';
    files.push(shown(entry));
    // A rename is followed by the name that it had.
    if (/^(?:[RC]|.[RC])/.test(entry)) index++;
  }
  return files;
}

async function commitsOnly(
  from: Repository,
  { tips, kept, branch }: { tips: readonly string[]; kept: readonly string[]; branch?: string | undefined },
): Promise<string[]> {
  const others = [...(branch === undefined ? [] : [`--exclude=${branch}`]), '--branches', '--remotes', '--tags'];
  const args = ['rev-list', '--no-commit-header', '--format=%h %s', `--max-count=${MOST_COMMITS}`];
  const { stdout } = await from.git([...args, ...tips, '--not', ...kept, ...others], { doing: 'tell which commits are merged' });
  return stdout.split('\n').filter(Boolean).map(shown);
}

async function submodulesOf(tree: Repository): Promise<string[]> {
  const { stdout } = await tree.git(['ls-files', '--stage', '-z'], { doing: 'list its submodules' });
  return stdout.split('\0').flatMap((entry) => (entry.startsWith('160000 ') ? [entry.slice(entry.indexOf('\t') + 1)] : []));
}

/** Its clone goes with the working tree, with all that was not sent anywhere. */
async function submoduleWork(
  path: string,
  { name, git }: { readonly name: string; readonly git: GitContext },
): Promise<string[]> {
  if (!existsSync(join(path, '.git'))) return [];
  const tree = await openRepository(path, git);
  const args = ['rev-list', '--no-commit-header', '--format=%h %s', '--branches', 'HEAD', '--not', '--remotes'];
  const { stdout } = await tree.git(args, { doing: `tell which commits of ${name} are sent` });
  const own = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => shown(`${name}: ${line}`));
  const deeper = (await submodulesOf(tree)).map((sub) => submoduleWork(join(path, sub), { name: `${name}/${sub}`, git }));
  return [...own, ...(await Promise.all(deeper)).flat()];
}

/** A name or a subject may hold anything; in a list it is one line. */
const shown = (text: string) => JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').slice(0, 300);

const MOST_SHOWN = 20;

/** Lists the work for a person and a model: at most twenty files and twenty commits. */
export function workLines({ files, commits }: Pick<Work, 'files' | 'commits'>): string[] {
  const part = (list: readonly string[], what: string) => [
    ...list.slice(0, MOST_SHOWN).map((one) => `${what}: ${one}`),
    ...(list.length > MOST_SHOWN ? [`and ${list.length - MOST_SHOWN} more of this kind`] : []),
  ];
  return [...part(files, 'not committed'), ...part(commits, 'not merged')];
}
