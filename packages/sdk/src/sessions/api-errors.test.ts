import { describe, expect, it } from 'vitest';
import { ask, collect, place } from '../query/query.test-kit.js';
import { apiError, retryError } from './api-errors.js';

describe('the kinds of errors that an answer may be (ERR-06)', () => {
  it.each([
    ['MODEL_AUTH', 'authentication_failed', 401],
    ['MODEL_KEY_MISSING', 'authentication_failed', null],
    ['MODEL_BILLING', 'billing_error', 402],
    ['MODEL_RATE_LIMITED', 'rate_limit', 429],
    ['MODEL_OVERLOADED', 'overloaded', 529],
    ['MODEL_SERVER_ERROR', 'server_error', 500],
    ['MODEL_REQUEST_INVALID', 'invalid_request', 400],
    ['MODEL_CONTEXT_FULL', 'invalid_request', 400],
    ['MODEL_NOT_FOUND', 'model_not_found', 404],
    ['SOMETHING_ELSE', 'unknown', null],
  ])('%s is %s with status %s', (code, error, status) => {
    expect(apiError({ code })).toEqual({ error, status });
  });

  it('have the status that the provider told, where several share a code', () => {
    expect(apiError({ code: 'MODEL_SERVER_ERROR', values: { status: 503 } })).toMatchObject({ status: 503 });
    expect(apiError({ code: 'MODEL_CONTEXT_FULL', values: { status: 413 } })).toMatchObject({ status: 413 });
  });

  it.each([
    [403, 'authentication_failed'],
    [429, 'rate_limit'],
    [529, 'overloaded'],
    [503, 'server_error'],
    [undefined, 'unknown'],
  ])('a retry after status %s is %s', (status, error) => expect(retryError(status)).toBe(error));

  it.each([502, 504, 500])('a page of a gateway with status %d is told with this status (GAP-D2)', async (status) => {
    const fault = { status, body: '<html><h1>Bad gateway</h1></html>', headers: { 'content-type': 'text/html' } };
    const at = await place([{ fault }]);
    const messages = await collect(ask(at, 'Go', { env: { ...at.options.env, CLAUDE_CODE_MAX_RETRIES: '0' } })).catch(() => []);
    const told = messages.filter(({ type }) => type === 'assistant' || type === 'result');
    expect(told).toMatchObject([{ api_error_status: status, error: 'server_error' }, { api_error_status: status }]);
  });
});
