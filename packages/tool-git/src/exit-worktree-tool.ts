import { existsSync } from 'node:fs';
import { defineTool, SessionHooks, type ToolContext, WorkingDirectory } from '@loadout/core';
import { errors } from './errors.js';
import { gitFor } from './git/git-context.js';
import { openRepository } from './git/repository.js';
import type { GitContext } from './git/run-git.js';
import type { GitOptions } from './options.js';
import { removeWorktree } from './worktree/remove-worktree.js';
import { type Work, workIn, workLines } from './worktree/work-in.js';
import { type EnteredWorktree, enteredWorktree, WorktreeSession } from './worktree/worktree-session.js';

const description = `Leaves the working tree that EnterWorktree went to, and goes back to where the session was.

- action "keep": the folder and its branch stay as they are.
- action "remove": both go. When something in it is not committed, or has commits that no other branch or tag holds, nothing is removed and the answer lists them; discard_changes: true removes it all the same. Ask the user before you set that. A working tree that was there before the session entered it is never removed.`;

const inputSchema = {
  type: 'object',
  properties: {
    action: { type: 'string', enum: ['keep', 'remove'] },
    discard_changes: { type: 'boolean', default: false, description: 'With remove: lose what is not committed and not merged.' },
  },
  required: ['action'],
  additionalProperties: false,
} as const;

const outputSchema = {
  type: 'object',
  properties: {
    action: { type: 'string' },
    originalCwd: { type: 'string' },
    worktreePath: { type: 'string' },
    worktreeBranch: { type: 'string' },
    discardedFiles: { type: 'integer' },
    discardedCommits: { type: 'integer' },
    message: { type: 'string' },
  },
  required: ['action', 'originalCwd', 'worktreePath', 'message'],
} as const;

export const exitWorktreeTool = (options: GitOptions) =>
  defineTool({
    name: 'ExitWorktree',
    aliases: ['WorktreeExit'],
    description,
    inputSchema,
    outputSchema,
    async access({ action }, context) {
      const entered = await enteredWorktree(context, { git: gitFor(context, options), dir: options.dir });
      if (action === 'keep' || entered === undefined) return [];
      return [{ kind: 'write', path: entered.path, below: true }];
    },
    async call({ action, discard_changes: discard = false }, context) {
      const git = gitFor(context, options);
      const entered = await enteredWorktree(context, { git, dir: options.dir });
      if (entered === undefined) throw errors.WORKTREE_NONE({});
      const removed = action === 'keep' ? undefined : await remove(entered, { context, git, discard });
      const back = existsSync(entered.from) ? entered.from : (context.roots.find((root) => existsSync(root)) ?? entered.from);
      context.get(WorkingDirectory).set(back);
      context.get(WorktreeSession).current = undefined;
      return answer(entered, { action, back, removed });
    },
  });

interface Removed {
  readonly work: Work;
  readonly notes: readonly string[];
}

async function remove(
  entered: EnteredWorktree,
  { context, git, discard }: { readonly context: ToolContext; readonly git: GitContext; readonly discard: boolean },
): Promise<Removed> {
  const { path, branch, made, repository } = entered;
  if (made === 'before') throw errors.WORKTREE_NOT_OURS({ path });
  const home = repository === undefined ? undefined : await openRepository(repository, git);
  const work = await workIn(entered, { home, git });
  if (!discard && work.files.length + work.commits.length > 0) throw errors.WORKTREE_WORK({ path, changes: workLines(work) });
  const notes: string[] = [];
  if (made === 'git' && home !== undefined) {
    const { tip, branchKept } = await removeWorktree(home, { path, branch, force: discard || work.hasSubmodules });
    if (branchKept !== undefined) notes.push(branchKept);
    else if (work.commits.length > 0)
      notes.push(`Its branch ${branch} was at ${tip}; git branch ${branch} ${tip} brings it back.`);
  }
  // A working tree that a hook made goes by a hook.
  const round = await context.find(SessionHooks)?.fire('WorktreeRemove', { worktree_path: path });
  return { work, notes: [...notes, ...(round?.contexts ?? []), ...(round?.messages ?? [])] };
}

function answer(
  { path, branch, made }: EnteredWorktree,
  { action, back, removed }: { readonly action: string; readonly back: string; readonly removed: Removed | undefined },
) {
  const where = branch === undefined ? path : `${path} (branch ${branch})`;
  const message =
    removed === undefined
      ? `Left the working tree ${where}, which stays. The session is in ${back} again.`
      : `${made === 'hook' ? 'Left' : 'Removed'} the working tree ${where}. The session is in ${back} again.`;
  const [files, commits] = [removed?.work.files.length ?? 0, removed?.work.commits.length ?? 0];
  const discarded = { ...(files > 0 ? { discardedFiles: files } : {}), ...(commits > 0 ? { discardedCommits: commits } : {}) };
  const lost = files + commits > 0 ? [`Discarded: ${files} changed files, ${commits} commits.`] : [];
  return {
    content: [message, ...lost, ...(removed?.notes ?? [])].join('\n'),
    structuredContent: {
      action,
      originalCwd: back,
      worktreePath: path,
      ...(branch === undefined ? {} : { worktreeBranch: branch }),
      ...discarded,
      message,
    },
  };
}
