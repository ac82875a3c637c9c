/**
 * The folder of a worktree: `/repo/.claude/worktrees/x/src/a` is a copy of `/repo/src/a`. The worktree folders themselves are no
 * copies.
 */
const IN_WORKTREE = /\/\.claude\/worktrees\/[^/]+(?=\/|$)/i;

/** Returns the file of the repository that a file of a worktree is a copy of; returns any other path unchanged. */
export const originalPath = (path: string): string => path.replace(IN_WORKTREE, '');
