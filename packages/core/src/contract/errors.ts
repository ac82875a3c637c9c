/** A place in a file. `line` and `column` count from 1. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface ErrorDetails {
  readonly fix?: string | undefined;
  readonly problem?: string | undefined;
  readonly position?: Position | undefined;
  readonly cause?: unknown;
}

/**
 * The error class of Loadout. `message` says what happened, with the value seen and the value expected; `fix` says what to do.
 * `code` is stable and has an entry in docs/reference/errors.md. Two copies of core can be loaded at once, so recognise the error
 * with `isLoadoutError`, never with `instanceof`.
 */
export interface LoadoutError extends Error {
  readonly code: string;
  readonly fix: string | undefined;
  /** The reason alone, for use inside another message. Read the reason here; never cut it out of `message`. */
  readonly problem: string | undefined;
  readonly position: Position | undefined;
}
