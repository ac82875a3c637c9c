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

const BRAND = Symbol.for('loadout.error');

/**
 * The one error class. `message` says what happened with the value seen and what was expected; `fix` says what to do.
 * `code` is stable and has an entry in docs/reference/errors.md. Two copies of this package can be loaded at once:
 * recognise one with `isLoadoutError`, never with `instanceof`.
 */
export class LoadoutError extends Error {
  override readonly name = 'LoadoutError';
  readonly code: string;
  readonly fix: string | undefined;
  /** The reason alone, for a message that says it in a sentence of its own. Read it from here, never out of `message`. */
  readonly problem: string | undefined;
  readonly position: Position | undefined;

  constructor(code: string, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.fix = details.fix;
    this.problem = details.problem;
    this.position = details.position;
    Object.defineProperty(this, BRAND, { value: true });
  }

  toJSON() {
    return { code: this.code, message: this.message, fix: this.fix, position: this.position };
  }
}

export function isLoadoutError(error: unknown): error is LoadoutError {
  return typeof error === 'object' && error !== null && BRAND in error;
}
