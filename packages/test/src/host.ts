/** Where a command runs, and where it prints. */
export interface Io {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether a person sees the output. */
  readonly isTerminal: boolean;
  /** The width of the terminal. */
  readonly columns: number;
  /** Standard output: the answer. */
  out(text: string): void;
  /** Standard error: everything else. */
  tell(text: string): void;
  /** Removes texts of this kind from all output, from now on. */
  hideToo(redact: ((text: string) => string) | undefined): void;
  /** Removes the hidden texts. Absent: nothing is hidden. */
  readonly redact: ((text: string) => string) | undefined;
}

/** The program that runs the command. */
export interface TestHost {
  readonly io: Io;
  /** Fires at the first interrupt. */
  readonly signal: AbortSignal;
  /** Prints an error that does not end the command. */
  fail(error: unknown): Promise<void>;
}
