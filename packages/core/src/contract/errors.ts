/** A place in a file. `line` and `column` count from 1. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface ErrorDetails {
  readonly fix?: string | undefined;
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
  readonly position: Position | undefined;

  constructor(code: string, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.fix = details.fix;
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

/** One row of an error table. `P` is what the message needs to know. */
export interface ErrorRow<P> {
  readonly message: (params: P) => string;
  readonly fix?: (params: P) => string | undefined;
}

type Params<R> = R extends ErrorRow<infer P> ? P : never;

/**
 * Turns a package's error table into one function per code: `errors.TOOL_UNKNOWN({ name })`. A package has one table;
 * it is the source of the codes, of their pages in the docs and of their types.
 */
// biome-ignore lint/suspicious/noExplicitAny: a table's rows each have parameters of their own; `Params` gives them back exactly.
export function defineErrors<T extends Record<string, ErrorRow<any>>>(table: T) {
  const make =
    (code: string, row: ErrorRow<unknown>) =>
    (params: unknown, extra: ErrorDetails = {}) =>
      new LoadoutError(code, row.message(params), { fix: row.fix?.(params), ...extra });
  return Object.freeze(Object.fromEntries(Object.entries(table).map(([code, row]) => [code, make(code, row)]))) as {
    readonly [C in keyof T]: (params: Params<T[C]>, extra?: ErrorDetails) => LoadoutError;
  };
}
