/** `/repo/.claude/worktrees/x/src/a` stands for `/repo/src/a`. The folders themselves stand for nothing else. */
const IN_WORKTREE = /\/\.claude\/worktrees\/[^/]+(?=\/|$)/i;

/** The file of the repository that a file of one of its worktrees is a copy of; the path itself when it is no such file. */
export const originalPath = (path: string): string => path.replace(IN_WORKTREE, '');
