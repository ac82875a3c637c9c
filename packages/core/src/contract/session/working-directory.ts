/** The session's working directory, read as `context.cwd`, set by a tool that moves (Bash after `cd`). Offered by the runner. */
export interface WorkingDirectory {
  get(): string;
  /** Sets the directory. The calling tool has checked that `path` is absolute, exists and is inside the roots. */
  set(path: string): void;
}
