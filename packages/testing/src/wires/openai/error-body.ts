import type { WireError } from '../wire.js';

const TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'invalid_request_error',
  403: 'permission_error',
  404: 'invalid_request_error',
  429: 'requests',
};
const CODES: Readonly<Record<number, string>> = {
  401: 'invalid_api_key',
  402: 'insufficient_quota',
  404: 'model_not_found',
  413: 'context_length_exceeded',
  429: 'rate_limit_exceeded',
  503: 'server_is_overloaded',
};

/** The error object of OpenAI's APIs. */
export const openAiError = ({ status, type, message }: WireError) => ({
  message,
  type: type ?? TYPES[status] ?? 'server_error',
  param: null,
  code: CODES[status] ?? null,
});
