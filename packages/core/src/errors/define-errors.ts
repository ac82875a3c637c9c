import { isObject } from '../names/json.js';
import { type ErrorValues, type FailureDetails, LoadoutError } from './loadout-error.js';

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
