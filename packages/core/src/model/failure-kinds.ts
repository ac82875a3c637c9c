/**
 * Whether a failure of a model's API may pass, by its code: the one table for all providers and for the runner. `passes`: the same
 * request may succeed soon, and so may another model. `elsewhere`: only another model may succeed. `stays`: neither. Source:
 * RETRY-01, RETRY-04, LOOP-15 (F19).
 */
export const FAILURE_KINDS = {
  MODEL_RATE_LIMITED: 'passes',
  MODEL_OVERLOADED: 'passes',
  MODEL_SERVER_ERROR: 'passes',
  MODEL_UNREACHABLE: 'passes',
  MODEL_TIMEOUT: 'passes',
  MODEL_STREAM_CUT: 'passes',
  MODEL_NOT_FOUND: 'elsewhere',
  MODEL_REQUEST_INVALID: 'stays',
  MODEL_AUTH: 'stays',
  MODEL_BILLING: 'stays',
  MODEL_PROMPT_TOO_LONG: 'stays',
  MODEL_REQUEST_UNSENDABLE: 'stays',
  MODEL_KEY_MISSING: 'stays',
  MODEL_STREAM_INVALID: 'stays',
  MODEL_ANSWER_TOO_LONG: 'stays',
  MODEL_ABORTED: 'stays',
} as const;

/** Returns the entry of a code. A code that the table does not have stays. */
export const failureKind = (code: string): 'passes' | 'elsewhere' | 'stays' =>
  Object.hasOwn(FAILURE_KINDS, code) ? FAILURE_KINDS[code as keyof typeof FAILURE_KINDS] : 'stays';
