import type { ErrorDetails, Position, LoadoutError as Shape } from '../contract/errors.js';

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
