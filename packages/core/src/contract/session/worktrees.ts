/** A folder with a copy of the repository's tracked files and a branch of its own. */
export interface Worktree {
  /** Absolute, links resolved. */
  readonly path: string;
  readonly branch: string;
}

/** Makes worktrees for agents that work apart. Offered by the git tools. */
export interface Worktrees {
  /** Contract: throws what git says when it cannot be made. `cwd` is a folder of the repository. */
  create(request: { readonly name: string; readonly cwd: string; readonly signal: AbortSignal }): Promise<Worktree>;
  /** Removes it with its branch when nothing in it would be lost; else leaves both and says what there is. */
  finish(worktree: Worktree): Promise<{ readonly removed: boolean; readonly changes: readonly string[] }>;
}
