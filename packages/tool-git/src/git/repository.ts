import { isLoadoutError } from '@loadout/core';
import { errors } from '../errors.js';
import { type GitAnswer, type GitCall, type GitContext, runGit } from './run-git.js';

/** A working tree of a repository, and git, called so that nothing in the repository's configuration runs. */
export interface Repository {
  /** The top of the working tree, links resolved. */
  readonly top: string;
  git(args: readonly string[], call: Omit<GitCall, 'config' | 'cwd'> & { readonly cwd?: string }): Promise<GitAnswer>;
}

/** Throws GIT_NO_REPOSITORY outside a repository, and in a bare one. */
export async function openRepository(cwd: string, context: GitContext): Promise<Repository> {
  const find = { cwd, doing: 'find the repository' };
  let top: string;
  try {
    top = (await runGit(['rev-parse', '--show-toplevel'], { call: find, context })).stdout.replace(/\n$/, '');
  } catch (error) {
    if (!isLoadoutError(error) || error.code !== 'GIT_FAILED') throw error;
    throw errors.GIT_NO_REPOSITORY({ path: cwd, reason: error.problem ?? error.message });
  }
  const config = await ownPrograms({ ...find, cwd: top }, context);
  return { top, git: (args, call) => runGit(args, { call: { cwd: top, ...call, config }, context }) };
}

/** Filters run at each checkout and status. Those of the user hold; those that only the repository itself names do not. */
async function ownPrograms(call: GitCall, context: GitContext): Promise<Record<string, string>> {
  const args = ['config', '--show-scope', '-z', '--name-only', '--get-regexp', '^filter\\.'];
  const { stdout } = await runGit(args, { call: { ...call, doing: 'read its configuration', answers: [1] }, context });
  const parts = stdout.split('\0');
  const config: Record<string, string> = {};
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const [scope, key = ''] = [parts[index], parts[index + 1]];
    if (scope !== 'local' && scope !== 'worktree') continue;
    const driver = key.slice(0, key.lastIndexOf('.'));
    for (const program of ['clean', 'smudge', 'process']) config[`${driver}.${program}`] = '';
    config[`${driver}.required`] = 'false';
  }
  return config;
}

export interface ListedWorktree {
  readonly path: string;
  /** Short name; absent while its HEAD is detached. */
  readonly branch: string | undefined;
  readonly bare: boolean;
}

/** All working trees of the repository, the main one first. */
export async function listWorktrees(repository: Repository): Promise<readonly ListedWorktree[]> {
  const { stdout } = await repository.git(['worktree', 'list', '--porcelain', '-z'], { doing: 'list the working trees' });
  return stdout
    .split('\0\0')
    .map((record) => record.split('\0'))
    .flatMap((lines) => {
      const value = (key: string) => lines.find((line) => line.startsWith(`${key} `))?.slice(key.length + 1);
      const path = value('worktree');
      const branch = value('branch')?.replace(/^refs\/heads\//, '');
      return path === undefined ? [] : [{ path, branch, bare: lines.includes('bare') }];
    });
}
