/** A folder with a copy of the repository's tracked files and its own branch. */
export interface Worktree {
  /** The absolute path with links resolved. */
  readonly path: string;
  readonly branch: string;
}

/** Creates worktrees for agents that work apart. Offered by the git tools. */
export interface Worktrees {
  /** Creates a worktree. `cwd` is a folder of the repository. Contract: throws git's message on failure. */
  create(request: { readonly name: string; readonly cwd: string; readonly signal: AbortSignal }): Promise<Worktree>;
  /** Removes the worktree and its branch if no work is lost; else keeps both and returns what they contain. */
  finish(worktree: Worktree): Promise<{ readonly removed: boolean; readonly changes: readonly string[] }>;
}
