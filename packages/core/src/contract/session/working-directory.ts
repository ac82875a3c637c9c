/** The session's working directory. `context.cwd` reads it; a tool that moves (Bash after `cd`) sets it. Offered by the runner. */
export interface WorkingDirectory {
  get(): string;
  /** `path` is absolute, exists and is inside the roots; the tool that sets it has seen to that. */
  set(path: string): void;
}
