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
 * The one error. `message` says what happened with the value seen and what was expected; `fix` says what to do. `code` is stable
 * and has an entry in docs/reference/errors.md. Two copies of core can be loaded at once: recognise it with `isLoadoutError`,
 * never with `instanceof`.
 */
export interface LoadoutError extends Error {
  readonly code: string;
  readonly fix: string | undefined;
  /** The reason alone, for a message that says it in a sentence of its own. Read it from here, never out of `message`. */
  readonly problem: string | undefined;
  readonly position: Position | undefined;
}
