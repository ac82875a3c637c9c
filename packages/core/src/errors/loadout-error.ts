import type { ErrorDetails, Position, LoadoutError as Shape } from '../contract/errors.js';
import { isObject } from '../names/json.js';

/** Returns the message of any thrown value, and an empty text for `undefined`. Never throws. */
export function messageOf(error: unknown): string {
  if (error === undefined || error === null) return '';
  if (typeof error !== 'object') return String(error);
  try {
    return 'message' in error ? String(error.message) : String(error);
  } catch {
    return `an ${typeof error} that cannot be shown`;
  }
}

const BRAND = Symbol.for('loadout.error');

/** Parts of an error's message, for programs. Read them here; never cut them out of `message`. */
export type ErrorValues = Readonly<Record<string, string | number | undefined>>;

/** The details of an error, and those of a failure of a model's API. */
export interface FailureDetails extends ErrorDetails {
  /** The time that the API asks to wait before the next request. */
  readonly retryAfterMs?: number | undefined;
  readonly values?: ErrorValues | undefined;
}

/** The class behind the contract's `LoadoutError`. */
export class LoadoutError extends Error implements Shape {
  override readonly name = 'LoadoutError';
  readonly code: string;
  readonly fix: string | undefined;
  readonly problem: string | undefined;
  readonly position: Position | undefined;
  declare readonly retryAfterMs?: number | undefined;
  declare readonly values?: ErrorValues | undefined;

  constructor(code: string, message: string, details: FailureDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.fix = details.fix;
    this.problem = details.problem;
    this.position = details.position;
    if (details.retryAfterMs !== undefined) this.retryAfterMs = details.retryAfterMs;
    if (details.values !== undefined) this.values = details.values;
    Object.defineProperty(this, BRAND, { value: true });
  }

  toJSON() {
    return { code: this.code, message: this.message, fix: this.fix, position: this.position };
  }
}

export function isLoadoutError(error: unknown): error is LoadoutError {
  try {
    return typeof error === 'object' && error !== null && BRAND in error;
  } catch {
    // A proxy that a tool threw.
    return false;
  }
}

/** One row of an error table. `P` is the type of the parameters of the message. */
export interface ErrorRow<P> {
  readonly message: (params: P) => string;
  readonly fix?: (params: P) => string | undefined;
  /** The parameters that programs read. None may be a secret. */
  readonly values?: (params: P) => ErrorValues;
}

type Params<R> = R extends ErrorRow<infer P> ? P : never;

/** Returns the parameter that holds the reason, which tables call `problem` or `reason`. */
function problemIn(params: unknown): string | undefined {
  if (!isObject(params)) return undefined;
  const problem = params.problem ?? params.reason;
  return typeof problem === 'string' ? problem : undefined;
}

/**
 * Turns a package's error table into one function per code, such as `errors.TOOL_UNKNOWN({ name })`. A package has one table: the
 * source of the codes, of their pages in the docs and of their types.
 */
// biome-ignore lint/suspicious/noExplicitAny: a table's rows each have parameters of their own; `Params` gives them back exactly.
export function defineErrors<T extends Record<string, ErrorRow<any>>>(table: T) {
  const make =
    (code: string, row: ErrorRow<unknown>) =>
    (params: unknown, extra: FailureDetails = {}) =>
      new LoadoutError(code, row.message(params), {
        fix: row.fix?.(params),
        problem: problemIn(params),
        values: row.values?.(params),
        ...extra,
      });
  return Object.freeze(Object.fromEntries(Object.entries(table).map(([code, row]) => [code, make(code, row)]))) as {
    readonly [C in keyof T]: (params: Params<T[C]>, extra?: FailureDetails) => LoadoutError;
  };
}
