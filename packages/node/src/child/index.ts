/** The names for a caller that starts a program and needs nothing else of this package. */
export type { ChildExit, ChildRequest } from './run-child.js';
export { runChild } from './run-child.js';
export { safeGit } from './safe-git.js';
