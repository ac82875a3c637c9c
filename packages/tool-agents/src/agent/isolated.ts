import { messageOf, SessionHooks, type ToolContext, type Worktree, Worktrees } from '@loadout/core';
import { errors } from '../errors.js';

/** A separate folder for one agent, and its state after the agent ended. Source: AGENT-11. */
export interface Apart {
  readonly cwd: string;
  /** Never rejects. */
  finish(): Promise<string>;
}

/** Hooks hear of the worktree before it is made, and when it is gone; a block keeps the agent from starting. Source: HOOK-17. */
export async function apart(name: string, context: ToolContext): Promise<Apart> {
  const worktrees = context.find(Worktrees);
  if (worktrees === undefined) throw errors.AGENT_APART({});
  const hooks = context.find(SessionHooks);
  const round = await hooks?.fire('WorktreeCreate', { name });
  if (round?.verdict?.behavior === 'deny') throw errors.AGENT_APART_BLOCKED({ ...round.verdict });
  const made = round?.worktreePath;
  if (made !== undefined) return { cwd: made, finish: async () => `Its work is in ${made}, which a hook made.` };
  const worktree = await worktrees.create({ name, cwd: context.cwd, signal: context.signal });
  return { cwd: worktree.path, finish: () => finish(worktree, { worktrees, hooks }) };
}

/** The folder of an agent that continues after its process ended. Its base is not known any more, so the folder stays. */
export const earlierFolder = (cwd: string): Apart => ({
  cwd,
  finish: async () => `Its work is in ${cwd}, where it began before its process ended.`,
});

async function finish(
  worktree: Worktree,
  { worktrees, hooks }: { readonly worktrees: Worktrees; readonly hooks: SessionHooks | undefined },
): Promise<string> {
  try {
    const { removed, changes } = await worktrees.finish(worktree);
    if (removed) {
      await hooks?.fire('WorktreeRemove', { worktree_path: worktree.path });
      return 'Its worktree held no changes and was removed.';
    }
    return `Its work is in ${worktree.path}, on the branch ${worktree.branch}:\n${changes.join('\n')}`;
  } catch (error) {
    return `Its worktree ${worktree.path} could not be inspected: ${messageOf(error)}`;
  }
}
