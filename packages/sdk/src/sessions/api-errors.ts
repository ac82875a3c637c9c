import type { RunResult } from '@loadout/runner';
import type { AssistantError } from '../types/assistant-error.js';

/** The wire names of a provider's failures. */
const KINDS: Readonly<Record<string, { readonly error: AssistantError; readonly status: number | null }>> = {
  MODEL_KEY_MISSING: { error: 'authentication_failed', status: null },
  MODEL_NONE: { error: 'authentication_failed', status: null },
  MODEL_AUTH: { error: 'authentication_failed', status: 401 },
  MODEL_BILLING: { error: 'billing_error', status: 402 },
  MODEL_RATE_LIMITED: { error: 'rate_limit', status: 429 },
  MODEL_OVERLOADED: { error: 'overloaded', status: 529 },
  MODEL_SERVER_ERROR: { error: 'server_error', status: 500 },
  MODEL_PROMPT_TOO_LONG: { error: 'invalid_request', status: 400 },
  MODEL_CONTEXT_FULL: { error: 'invalid_request', status: 400 },
  MODEL_REQUEST_INVALID: { error: 'invalid_request', status: 400 },
  MODEL_NOT_FOUND: { error: 'model_not_found', status: 404 },
  MODEL_UNKNOWN: { error: 'model_not_found', status: null },
  MODEL_UNREACHABLE: { error: 'server_error', status: null },
  MODEL_TIMEOUT: { error: 'server_error', status: null },
};

/** The error to report. Several statuses share one code, so the status is the one that the provider told, if it told one. */
export function apiError({ code, values }: Pick<NonNullable<RunResult['error']>, 'code' | 'values'>): {
  readonly error: AssistantError;
  readonly status: number | null;
  /** The API's own name for the error. */
  readonly type?: string | undefined;
} {
  const kind = KINDS[code] ?? { error: 'unknown', status: null };
  if (typeof values?.status !== 'number') return kind;
  return { ...kind, status: values.status, type: typeof values.type === 'string' ? values.type : undefined };
}

/** The reason for a retry, from the status of the first response. */
export function retryError(status: number | undefined): AssistantError {
  if (status === 401 || status === 403) return 'authentication_failed';
  if (status === 429) return 'rate_limit';
  if (status === 529) return 'overloaded';
  return status !== undefined && status >= 500 ? 'server_error' : 'unknown';
}
