import { FAILURE_KINDS, failureKind } from '@loadout/core/model';
import { expect, it } from 'vitest';
import { kindOf } from './kind-of.js';
import { errorEventValue, errorIn, errorInEvent, errorInText } from './read-error.js';

const LONG = 'Context size has been exceeded.';

it.each([
  // A refused key.
  [
    400,
    { error: { code: 400, message: 'API key not valid. Please pass a valid API key.', status: 'INVALID_ARGUMENT' } },
    'MODEL_AUTH',
  ],
  [
    400,
    [{ error: { code: 400, message: 'No.', status: 'INVALID_ARGUMENT', details: [{ reason: 'API_KEY_INVALID' }] } }],
    'MODEL_AUTH',
  ],
  [400, { error: 'Incorrect API key provided: xa***12.', code: 'Client specified an invalid argument' }, 'MODEL_AUTH'],
  [400, { error: { message: 'Invalid API Key', code: 'invalid_api_key' } }, 'MODEL_AUTH'],
  [422, { detail: 'The access token expired' }, 'MODEL_AUTH'],
  // A long conversation, whatever the status.
  [500, { error: { code: 500, message: LONG, type: 'server_error' } }, 'MODEL_PROMPT_TOO_LONG'],
  [400, { error: { code: 400, message: 'too big', type: 'exceed_context_size_error' } }, 'MODEL_PROMPT_TOO_LONG'],
  [400, { message: 'Input is too long for requested model.' }, 'MODEL_PROMPT_TOO_LONG'],
  // Money and pace.
  [429, { error: { message: 'You exceeded your current quota.', code: 'insufficient_quota' } }, 'MODEL_BILLING'],
  [403, { error: { message: 'Your credit balance is too low', type: 'billing_error' } }, 'MODEL_BILLING'],
  [429, { error: { message: 'You exceeded your current quota.', status: 'RESOURCE_EXHAUSTED' } }, 'MODEL_RATE_LIMITED'],
  [429, { error: { message: 'Too many input tokens per minute' } }, 'MODEL_RATE_LIMITED'],
  [400, { message: 'Too many requests', __type: 'x', type: 'ThrottlingException' }, 'MODEL_RATE_LIMITED'],
  // The rest.
  [529, '', 'MODEL_OVERLOADED'],
  [500, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 'MODEL_OVERLOADED'],
  [502, '<html>bad gateway</html>', 'MODEL_SERVER_ERROR'],
  [400, { error: { message: 'The response was filtered', code: 'content_filter' } }, 'MODEL_REQUEST_INVALID'],
  [400, { error: { message: 'bad', type: 'server_error' } }, 'MODEL_REQUEST_INVALID'],
  [418, 'a teapot', 'MODEL_REQUEST_INVALID'],
] as const)('the status %i with the body %j is one failure, whichever the provider (GAP-E2)', (status, body, code) => {
  expect(kindOf({ ...errorInText(typeof body === 'string' ? body : JSON.stringify(body)), status })).toBe(code);
});

it.each([
  ['', { error: { code: 502, message: 'Provider returned error' } }, 'MODEL_SERVER_ERROR'],
  ['', { error: { code: 429, message: 'slow' } }, 'MODEL_RATE_LIMITED'],
  ['', { error: { code: -32000, message: 'odd' } }, 'MODEL_SERVER_ERROR'],
  ['', { error: 'model runner has unexpectedly stopped' }, 'MODEL_SERVER_ERROR'],
  ['', { object: 'error', message: "This model's maximum context length is 4096 tokens.", code: 400 }, 'MODEL_PROMPT_TOO_LONG'],
  ['error', { type: 'error', code: 'insufficient_quota', message: 'spent' }, 'MODEL_BILLING'],
  ['response.failed', { response: { error: { code: 'rate_limit_exceeded', message: 'slow' } } }, 'MODEL_RATE_LIMITED'],
  ['error', {}, 'MODEL_SERVER_ERROR'],
] as const)('an event %j with %j is one failure too', (type, value, code) => {
  const told = errorInEvent(type, value);
  expect(told === undefined ? undefined : kindOf(told)).toBe(code);
});

it('an event of an answer reports no error', () => {
  for (const value of [{ error: null }, { choices: [] }, { type: 'message_start' }, { response: { error: null } }])
    expect(errorInEvent('', value)).toBeUndefined();
});

it('the data of an error event is the error, has it in a field, or is a text', () => {
  const kind = (data: string) => kindOf(errorInEvent('error', errorEventValue(data)) ?? { message: '' });
  expect(kind(`{"code":500,"message":"${LONG}","type":"server_error"}`)).toBe('MODEL_PROMPT_TOO_LONG');
  expect(kind('{"error":{"message":"slow","code":429}}')).toBe('MODEL_RATE_LIMITED');
  expect(kind(LONG)).toBe('MODEL_PROMPT_TOO_LONG');
});

it('a server names the time to wait in its error (RETRY-02)', () => {
  expect(errorIn({ error: { message: 'slow', details: [{ retryDelay: '34.5s' }] } })?.retryAfterMs).toBe(34_500);
});

it('each code has one entry, and a code of nobody stays', () => {
  expect(Object.keys(FAILURE_KINDS).filter((code) => failureKind(code) === 'passes')).toEqual([
    'MODEL_RATE_LIMITED',
    'MODEL_OVERLOADED',
    'MODEL_SERVER_ERROR',
    'MODEL_UNREACHABLE',
    'MODEL_TIMEOUT',
    'MODEL_STREAM_CUT',
  ]);
  expect([failureKind('toString'), failureKind('MY_CODE')]).toEqual(['stays', 'stays']);
});
