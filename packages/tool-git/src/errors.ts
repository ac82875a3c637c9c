import { defineErrors } from '@loadout/core';

/** Every error of this package. */
export const table = {
  GIT_MISSING: {
    message: () => 'git could not be started: it is not installed, or not on the PATH.',
    fix: () => 'Install git (2.36 or newer).',
  },
  GIT_FAILED: {
    message: (p: { doing: string; reason: string }) => `git could not ${p.doing}: ${p.reason}`,
  },
  GIT_STOPPED: {
    message: (p: { doing: string; why: string }) => `git was stopped before it could ${p.doing}: ${p.why}.`,
  },
  GIT_NO_REPOSITORY: {
    message: (p: { path: string; reason: string }) => `${p.path} is not in the working tree of a git repository: ${p.reason}`,
    fix: () => 'Go to a folder of a repository, or create one with git init and a first commit.',
  },
  GIT_NO_COMMIT: {
    message: (p: { path: string }) => `The repository ${p.path} has no commit yet, so no working tree can be made from it.`,
    fix: () => 'Make a first commit.',
  },
  WORKTREE_NAME: {
    message: (p: { name: string; problem: string }) => `The name ${JSON.stringify(p.name)} cannot be used: ${p.problem}.`,
    fix: () => 'Use letters, digits, ".", "_" and "-", with "/" between parts; 64 characters at most.',
  },
  WORKTREE_ENTERED: {
    message: (p: { path: string }) => `The session is already in the working tree ${p.path}.`,
    fix: () => 'Leave it with ExitWorktree first.',
  },
  WORKTREE_EXISTS: {
    message: (p: { what: string; path: string }) => `${p.what} exists already, so the working tree ${p.path} was not made.`,
    fix: () => 'Use another name, or enter an existing working tree with path.',
  },
  WORKTREE_OUTSIDE: {
    message: (p: { path: string; roots: readonly string[] }) =>
      `${p.path} is outside the working directories (${p.roots.join(', ')}), so the session cannot go there.`,
    fix: () => 'Set the option dir of this plugin to a folder inside, or add the folder to additionalDirectories.',
  },
  WORKTREE_MOVED: {
    message: (p: { path: string; now: string }) =>
      `${p.path} was permitted, but it now leads to ${p.now}; nothing was done there.`,
    fix: () => 'Call again, so that the current path is checked.',
  },
  WORKTREE_UNKNOWN: {
    message: (p: { path: string; known: readonly string[] }) =>
      `${p.path} is not another working tree of this repository. There ${p.known.length === 0 ? 'is no other' : `are: ${p.known.join(', ')}`}.`,
    fix: () => 'Give the path of one of them, or a name to make a new one.',
  },
  WORKTREE_NONE: {
    message: () => 'The session is not in a working tree that EnterWorktree created or entered.',
    fix: () => 'There is nothing to leave; continue without ExitWorktree.',
  },
  WORKTREE_NOT_OURS: {
    message: (p: { path: string }) => `${p.path} existed before this session entered it, so it was not removed.`,
    fix: () => 'Leave it with action "keep".',
  },
  WORKTREE_WORK: {
    message: (p: { path: string; changes: readonly string[] }) =>
      `${p.path} holds work that would be lost, so nothing was removed:\n${p.changes.map((one) => `- ${one}`).join('\n')}`,
    fix: () =>
      'Commit and merge it, leave with action "keep", or, if the user agrees to lose all of it, call again with discard_changes: true.',
  },
  WORKTREE_BLOCKED: {
    message: (p: { name: string; by: string; reason: string }) =>
      `The working tree ${p.name} was not made: the hook ${p.by} blocked it: ${p.reason}`,
  },
};

export const errors = defineErrors(table);
