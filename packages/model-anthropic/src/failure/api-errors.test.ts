import { afterEach, describe, expect, it } from 'vitest';
import { failure, mockSession, soon } from '../mock-session.fixture.js';

const session = mockSession();
afterEach(session.close);

describe('errors of the API', () => {
  it.each([
    [400, 'MODEL_REQUEST_INVALID'],
    [401, 'MODEL_AUTH'],
    [402, 'MODEL_BILLING'],
    [403, 'MODEL_AUTH'],
    [404, 'MODEL_NOT_FOUND'],
    [413, 'MODEL_PROMPT_TOO_LONG'],
  ])('%i is %s and is never asked again, whatever the server says (RETRY-04)', async (status, code) => {
    const { error } = await failure(await session.start([{ fault: { status, headers: { 'x-should-retry': 'true' } } }]));
    expect([error.code, session.api.requests.length]).toEqual([code, 1]);
    expect(error.fix).toBeDefined();
  });

  it.each([
    [408, 'MODEL_SERVER_ERROR'],
    [409, 'MODEL_SERVER_ERROR'],
    [429, 'MODEL_RATE_LIMITED'],
    [500, 'MODEL_SERVER_ERROR'],
    [502, 'MODEL_SERVER_ERROR'],
    [503, 'MODEL_OVERLOADED'],
    [504, 'MODEL_SERVER_ERROR'],
    [529, 'MODEL_OVERLOADED'],
  ])('a permanent %i is asked maxRetries + 1 times, then is %s (RETRY-01)', async (status, code) => {
    const from = await session.start(
      Array.from({ length: 9 }, () => ({ fault: { status, headers: soon } })),
      { maxRetries: 3 },
    );
    const { error, events } = await failure(from);
    expect([error.code, session.api.requests.length, events.length]).toEqual([code, 4, 3]);
    expect(error.message).toContain('after 4 attempts');
  });

  it('is not asked again when the server says no, or asks for more patience than there is', async () => {
    const no = await failure(await session.start([{ fault: { status: 529, headers: { 'x-should-retry': 'false' } } }]));
    expect([no.error.code, no.events]).toEqual(['MODEL_OVERLOADED', []]);
    const late = await failure(await session.start([{ fault: { status: 429, headers: { 'retry-after': '3600' } } }]));
    expect([late.events, late.error.message]).toEqual([[], expect.stringContaining('the API asks to wait 3600 s')]);
  });

  it('tells a spend limit from a rate limit, and does not ask again (RETRY-02)', async () => {
    const error = { type: 'rate_limit_error', message: 'cap', details: { error_code: 'enforced_spend_limit_reached' } };
    const seen = await failure(await session.start([{ fault: { status: 429, body: { type: 'error', error }, headers: soon } }]));
    expect([seen.error.code, session.api.requests.length]).toEqual(['MODEL_BILLING', 1]);
  });

  it('knows a prompt that is too long by what the API says', async () => {
    const body = {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'prompt is too long: 210000 tokens > 200000' },
    };
    expect((await failure(await session.start([{ fault: { status: 400, body } }]))).error.code).toBe('MODEL_PROMPT_TOO_LONG');
  });

  it('names a server that is not there, and one that is no Messages API', async () => {
    const from = await session.start([], { maxRetries: 0 });
    await session.api.close();
    const gone = await failure(from);
    expect([gone.error.code, gone.error.message]).toEqual(['MODEL_UNREACHABLE', expect.stringContaining('ECONNREFUSED')]);
    const page = await failure(
      await session.start([{ fault: { status: 200, body: '<html>', headers: { 'content-type': 'text/html' } } }]),
    );
    expect([page.error.code, page.error.message]).toEqual(['MODEL_STREAM_INVALID', expect.stringContaining('text/html')]);
    const gateway = await failure(await session.start([{ fault: { status: 403, body: '<html>secret page</html>' } }]));
    expect(gateway.error.message).toContain('an HTML page');
  });

  it('reads an error that comes with the status 200, or with the words of a gateway', async () => {
    const told = async (fault: { status: number; body: unknown }) =>
      (await failure(await session.start([{ fault }], { maxRetries: 0 }))).error.code;
    expect(await told({ status: 200, body: { type: 'error', error: { type: 'overloaded_error', message: 'busy' } } })).toBe(
      'MODEL_OVERLOADED',
    );
    expect(await told({ status: 422, body: { detail: [{ msg: 'field required' }] } })).toBe('MODEL_REQUEST_INVALID');
    expect(await told({ status: 400, body: { error: 'Invalid API key' } })).toBe('MODEL_AUTH');
  });

  it('shows no key, also when the server echoes it (ERR-05)', async () => {
    const key = 'sk-ant-secret-key-0001';
    const message = `bad key ${key} (Authorization: Bearer other-token-value), header local-secret`;
    const body = { type: 'error', error: { type: 'authentication_error', message } };
    const from = await session.start([{ fault: { status: 401, body } }], {
      apiKey: key,
      headers: { 'x-api-key': 'local-secret' },
    });
    const { error } = await failure(from);
    const shown = [error.message, error.stack, JSON.stringify(error), String(error.cause)].join('\n');
    expect(shown).not.toMatch(/sk-ant|other-token|local-secret/);
    expect(error.message).toContain('[key]');
  });

  it('a refused key is named by where it comes from', async () => {
    const refused = { fault: { status: 401 } };
    const told = async (options: object) => (await failure(await session.start([refused, refused], options))).error;
    expect((await told({})).message).toContain('refused the key from apiKey of the provider');
    expect((await told({ apiKey: undefined, authToken: 't' })).message).toContain('from authToken of the provider');
    const helped = await told({ apiKey: undefined, apiKeyHelper: 'echo some-key', maxRetries: 0 });
    expect(helped.fix).toContain('Check that apiKeyHelper of the provider is valid');
    expect((await told({ apiKey: undefined })).message).toContain('refused the key, because none was sent');
  });

  it('shows no key that cannot be sent either', async () => {
    const { error } = await failure(await session.start([], { apiKey: 'sk-first\nsecond-line' }));
    const shown = [error.message, error.stack, String(error.cause)].join('\n');
    expect([error.code, shown]).toEqual(['MODEL_REQUEST_UNSENDABLE', expect.not.stringMatching(/sk-first|second-line/)]);
    expect(error.message).toContain('the header x-api-key has a character that no header can have');
  });
});
