import type { ApiError } from './api-error.js';
import { type AttemptContext, apiFailure, type Failure, type FailureErrors } from './failure.js';
import { errorInText } from './read-error.js';

/** An answer whose status is not 2xx. */
export interface RefusedAnswer {
  readonly status: number;
  /** The value of a header, whose name is in lower case. */
  readonly header: (name: string) => string | undefined;
  /** The body, or its beginning. */
  readonly text: string;
  /** The wait that the headers ask for. */
  readonly retryAfterMs: number | undefined;
}

/** Returns the failure of an answer whose status is not 2xx. */
export function refusalFailure<E extends Error & { readonly code: string }>(
  { status, header, text, retryAfterMs }: RefusedAnswer,
  within: { readonly errors: FailureErrors<E>; readonly context: AttemptContext },
): Failure<E> {
  const told = errorInText(text);
  const api: ApiError = {
    ...told,
    status,
    // AWS names its exception in a header too, with the place of the shape behind a colon.
    type: told.type ?? header('x-amzn-errortype')?.split(':')[0],
    requestId: header('request-id') ?? header('x-request-id'),
    retryAfterMs: retryAfterMs ?? told.retryAfterMs,
    shouldRetry: { true: true, false: false }[header('x-should-retry') ?? ''],
  };
  return apiFailure(api, within);
}
