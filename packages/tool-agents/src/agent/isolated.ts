import { type ToolContext, type Worktree, Worktrees } from '@loadout/core';
import { errors } from '../errors.js';

/** A folder of its own for one agent, and what became of it when the agent had ended. Source: AGENT-11. */
export interface Apart {
  readonly cwd: string;
  /** Never rejects. */
  finish(): Promise<string>;
}

export async function apart(name: string, context: ToolContext): Promise<Apart> {
  const worktrees = context.find(Worktrees);
  if (worktrees === undefined) throw errors.AGENT_APART({});
  const worktree = await worktrees.create({ name, cwd: context.cwd, signal: context.signal });
  return { cwd: worktree.path, finish: () => finish(worktrees, worktree) };
}

async function finish(worktrees: Worktrees, worktree: Worktree): Promise<string> {
  try {
    const { removed, changes } = await worktrees.finish(worktree);
    if (removed) return 'Its worktree held no changes and was removed.';
    return `Its work is in ${worktree.path}, on the branch ${worktree.branch}:\n${changes.join('\n')}`;
  } catch (error) {
    return `Its worktree ${worktree.path} could not be looked at: ${error instanceof Error ? error.message : String(error)}`;
  }
}
