import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defineService, type ServiceOffer, type ToolContext } from '@loadout/core';
import { listWorktrees, openRepository } from '../git/repository.js';
import type { GitContext } from '../git/run-git.js';
import { isInRoots } from './make-worktree.js';
import { branchOf } from './name.js';

/** The working tree that a session is in. */
export interface EnteredWorktree {
  readonly path: string;
  readonly branch: string | undefined;
  /** The creator of the worktree: this session with git, one of its hooks, or someone before the session. */
  readonly made: 'git' | 'hook' | 'before';
  /** The commit that it began with. */
  readonly base: string | undefined;
  /** The working tree that git is called in while this one goes; absent outside a repository. */
  readonly repository: string | undefined;
  /** Where the session goes back to. */
  readonly from: string;
}

export interface WorktreeSession {
  current: EnteredWorktree | undefined;
}

/** Each agent of a session has its own. */
export const WorktreeSession = defineService<WorktreeSession>('WorktreeSession');

export const worktreeSessionOffer: ServiceOffer<WorktreeSession> = {
  service: WorktreeSession,
  create: () => ({ current: undefined }),
};

/** Returns the entered worktree. A resumed session recognises it by its working directory. */
export async function enteredWorktree(
  context: ToolContext,
  { git, dir }: { readonly git: GitContext; readonly dir: string },
): Promise<EnteredWorktree | undefined> {
  return context.get(WorktreeSession).current ?? (await recognised(context, { git, dir }));
}

/**
 * Recognises a worktree of this plugin: it is in the folder for worktrees, on the branch that belongs to its name, and the folder
 * that it came from is inside the roots.
 */
async function recognised(
  context: ToolContext,
  { git, dir }: { readonly git: GitContext; readonly dir: string },
): Promise<EnteredWorktree | undefined> {
  const top = await openRepository(context.cwd, git).catch(() => undefined);
  if (top === undefined) return undefined;
  const all = await listWorktrees(top);
  const branch = all.find((one) => one.path === top.top)?.branch;
  const homes = [...all.filter((one) => !one.bare).map((one) => one.path), ...context.roots].filter(
    (home) => home !== top.top && isInRoots(home, context.roots),
  );
  const from = homes.find((home) => join(home, dir) === dirname(top.top) && isThere(home));
  if (from === undefined || branch !== branchOf(top.top.slice(dirname(top.top).length + 1))) return undefined;
  return { path: top.top, branch, made: 'git', base: undefined, repository: from, from };
}

function isThere(path: string): boolean {
  try {
    return realpathSync.native(path) === path;
  } catch {
    return false;
  }
}
