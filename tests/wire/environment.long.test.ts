import { describe, expect, it } from 'vitest';
import { answerOf, initialize, type Line, startWire, user, type WireOptions } from './wire.test-kit.js';

const NO_KEY = { ANTHROPIC_API_KEY: '' };
const SONNET = ['--model=claude-sonnet-4-5'];
const OPUS = ['--model=claude-opus-5-5'];

/** Runs one prompt and returns the first request, the result and `init`. */
async function ran(options: WireOptions) {
  const wire = await startWire({ replies: [{ text: 'Done.' }], ...options });
  wire.write(initialize(), user('go'));
  wire.closeInput();
  const { code } = await wire.over();
  const [request] = wire.api.requests;
  const answer = answerOf(wire.of('control_response')[0] ?? {}).response as Line;
  return {
    wire,
    code,
    request,
    body: (request?.body ?? {}) as Line,
    headers: request?.headers ?? {},
    result: wire.of('result').at(-1) ?? {},
    init: wire.of('system', 'init')[0] ?? {},
    account: answer.account,
  };
}

const settings = (value: Line, file = '.home/.claude/settings.json') => ({ [file]: JSON.stringify(value) });

describe('credentials', () => {
  it.each([
    ['a key', {}, { key: 'key' }, 'ANTHROPIC_API_KEY', 'none'],
    ['a token', { ...NO_KEY, ANTHROPIC_AUTH_TOKEN: 'tok' }, { bearer: 'tok' }, 'none', 'ANTHROPIC_AUTH_TOKEN'],
    ['both', { ANTHROPIC_AUTH_TOKEN: 'tok' }, { key: 'key', bearer: 'tok' }, 'ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'],
    ['a login', { ...NO_KEY, CLAUDE_CODE_OAUTH_TOKEN: 'oat' }, { bearer: 'oat' }, 'none', 'CLAUDE_CODE_OAUTH_TOKEN'],
    ['a login beside a key', { CLAUDE_CODE_OAUTH_TOKEN: 'oat' }, { key: 'key' }, 'ANTHROPIC_API_KEY', 'none'],
  ])(
    '%s goes where gateways read it (W1, W22)',
    async (_, env, { key, bearer }: { key?: string; bearer?: string }, from, token) => {
      const { headers, init, account } = await ran({ env });
      expect(headers['x-api-key']).toBe(key);
      expect(headers.authorization).toBe(bearer === undefined ? undefined : `Bearer ${bearer}`);
      expect(init.apiKeySource).toBe(from);
      expect(account).toMatchObject({ tokenSource: token });
    },
  );

  it('custom headers are sent, and replace those of the credential (W1)', async () => {
    const { headers } = await ran({ env: { ANTHROPIC_CUSTOM_HEADERS: 'X-Team: one\nno header\nAuthorization: Basic abc' } });
    expect(headers).toMatchObject({ 'x-team': 'one', authorization: 'Basic abc', 'x-api-key': 'key' });
  });

  it('a helper in the settings of the user is asked for both headers (W22)', async () => {
    const { headers, init } = await ran({ env: NO_KEY, files: settings({ apiKeyHelper: 'echo hk' }) });
    expect(headers).toMatchObject({ 'x-api-key': 'hk', authorization: 'Bearer hk' });
    expect(init.apiKeySource).toBe('apiKeyHelper');
  });

  it('without any credential nothing is sent, and the result says so (W21)', async () => {
    const { wire, result, code } = await ran({ env: NO_KEY });
    expect(wire.api.requests).toEqual([]);
    expect(result).toMatchObject({ subtype: 'success', is_error: true, num_turns: 1, terminal_reason: 'api_error' });
    expect(String(result.result)).toMatch(/^Not logged in\./);
    expect(wire.of('assistant')[0]).toMatchObject({ error: 'authentication_failed', message: { model: '<synthetic>' } });
    expect(code).toBe(1);
  });
});

describe('variables of models', () => {
  it.each<[string, Readonly<Record<string, string>>, readonly string[], Line]>([
    ['the length of an answer', { CLAUDE_CODE_MAX_OUTPUT_TOKENS: '1234' }, SONNET, { max_tokens: 1234 }],
    ['a length that is none', { CLAUDE_CODE_MAX_OUTPUT_TOKENS: 'abc' }, SONNET, { max_tokens: 16_384 }],
    ['thinking', { MAX_THINKING_TOKENS: '2000' }, SONNET, { thinking: { type: 'enabled', budget_tokens: 2000 } }],
    [
      'thinking over a flag',
      { MAX_THINKING_TOKENS: '2000' },
      [...SONNET, '--max-thinking-tokens=3000'],
      { thinking: { type: 'enabled', budget_tokens: 2000 } },
    ],
    ['no thinking', { MAX_THINKING_TOKENS: '0' }, SONNET, { thinking: { type: 'disabled' } }],
    ['a budget for an adaptive model', { MAX_THINKING_TOKENS: '0' }, OPUS, { thinking: { type: 'adaptive' } }],
    ['thinking turned off', { CLAUDE_CODE_DISABLE_THINKING: '1' }, OPUS, { thinking: undefined }],
    [
      'thinking turned off for a model with a budget (GAP-D11)',
      { CLAUDE_CODE_DISABLE_THINKING: '1' },
      [...SONNET, '--max-thinking-tokens=3000'],
      { thinking: { type: 'disabled' } },
    ],
    ['effort', { CLAUDE_CODE_EFFORT_LEVEL: 'low' }, [...OPUS, '--effort=high'], { output_config: { effort: 'low' } }],
    ['automatic effort', { CLAUDE_CODE_EFFORT_LEVEL: 'auto' }, [...OPUS, '--effort=high'], { output_config: undefined }],
    [
      'effort for a model that knows none',
      { CLAUDE_CODE_EFFORT_LEVEL: 'low' },
      [...SONNET, '--effort=high'],
      { output_config: undefined },
    ],
    ['more of a body', { CLAUDE_CODE_EXTRA_BODY: '{"metadata":{"user_id":"u"}}' }, SONNET, { metadata: { user_id: 'u' } }],
    ['the model', { ANTHROPIC_MODEL: 'haiku' }, [], { model: 'claude-haiku-5-5' }],
    ['a flag over the model', { ANTHROPIC_MODEL: 'haiku' }, SONNET, { model: 'claude-sonnet-4-5' }],
  ])('%s holds (W3, W22)', async (_, env, args, expected) => {
    const { body } = await ran({ env, args });
    expect(Object.fromEntries(Object.keys(expected).map((key) => [key, body[key]]))).toEqual(expected);
  });

  it('ANTHROPIC_MODEL goes before the model of the settings, a flag before both (W23)', async () => {
    const files = settings({ model: 'haiku' });
    expect((await ran({ files })).body.model).toBe('claude-haiku-5-5');
    expect((await ran({ files, env: { ANTHROPIC_MODEL: 'claude-opus-4-5' } })).body.model).toBe('claude-opus-4-5');
    expect((await ran({ files, env: { ANTHROPIC_MODEL: 'claude-opus-4-5' }, args: SONNET })).body.model).toBe(
      'claude-sonnet-4-5',
    );
  });

  it('prompt caching can be turned off, or be longer (W3)', async () => {
    const marks = async (env: Readonly<Record<string, string>>) =>
      JSON.stringify((await ran({ env, args: OPUS })).body).match(/"cache_control":\{[^}]*\}/g) ?? [];
    expect(await marks({ DISABLE_PROMPT_CACHING: 'true' })).toEqual([]);
    expect(await marks({ DISABLE_PROMPT_CACHING_OPUS: '1' })).toEqual([]);
    expect((await marks({ DISABLE_PROMPT_CACHING_HAIKU: '1' })).length).toBeGreaterThan(0);
    expect((await marks({ ENABLE_PROMPT_CACHING_1H: '1' }))[0]).toContain('"ttl":"1h"');
  });

  it('betas are added, and requests are patient as told (W22)', async () => {
    const { headers } = await ran({ env: { ANTHROPIC_BETAS: 'a-1, b-2' } });
    expect(headers['anthropic-beta']).toContain('a-1,b-2');
    const hurried = { API_TIMEOUT_MS: '50', CLAUDE_CODE_MAX_RETRIES: '0' };
    const { result } = await ran({ env: hurried, replies: [{ fault: 'hang' }] });
    expect(String(result.result)).toContain('0.05 s');
    const busy = { fault: { status: 529 } };
    const { wire } = await ran({ env: { CLAUDE_CODE_MAX_RETRIES: '0' }, replies: [busy, { text: 'never' }] });
    expect(wire.api.requests).toHaveLength(1);
  });
});

const agent = (more: Line = {}) => ({
  tools: [{ name: 'Agent', input: { description: 'look', prompt: 'Look.', subagent_type: 'general-purpose', ...more } }],
});

it('CLAUDE_CODE_SUBAGENT_MODEL is the model of agents that name none, and a call may name any short name (W3)', async () => {
  const env = { CLAUDE_CODE_SUBAGENT_MODEL: 'haiku' };
  const replies = [agent(), { text: 'a' }, agent({ model: 'opus' }), { text: 'b' }, { text: 'Done.' }];
  const { wire } = await ran({ env, args: SONNET, replies });
  const models = wire.api.requests.map(({ body }) => body.model);
  expect([models[1], models[3], models[4]]).toEqual(['claude-haiku-5-5', 'claude-opus-5-5', 'claude-sonnet-4-5']);
});

it.each([
  [{ BASH_DEFAULT_TIMEOUT_MS: '200' }, {}],
  [{ BASH_MAX_TIMEOUT_MS: '200', BASH_DEFAULT_TIMEOUT_MS: '200' }, { timeout: 600_000 }],
])('a command ends after the time of %j (W3)', async (env, input) => {
  const call = { tools: [{ name: 'Bash', input: { command: 'sleep 600', ...input } }] };
  const { wire } = await ran({ env, args: [...SONNET, '--allowedTools=Bash'], replies: [call, { text: 'Done.' }] });
  expect(JSON.stringify(wire.of('user'))).toContain('timed out after 200 ms');
});

it('CLAUDE_CODE_MAX_TURNS is the limit of a program that sets none (W22)', async () => {
  const call = { tools: [{ name: 'Bash', input: { command: 'echo hi' } }] };
  const env = { CLAUDE_CODE_MAX_TURNS: '1' };
  expect((await ran({ env, replies: [call, { text: 'never' }] })).result.subtype).toBe('error_max_turns');
  expect((await ran({ env, args: ['--max-turns=2'], replies: [call, { text: 'Done.' }] })).result.subtype).toBe('success');
});

describe('variables of settings (W22)', () => {
  const tokens = (value: string): Line => ({ env: { CLAUDE_CODE_MAX_OUTPUT_TOKENS: value } });

  it('go over those of the program, and those of the program over those of the user', async () => {
    const files = settings(tokens('777'));
    const env = { CLAUDE_CODE_MAX_OUTPUT_TOKENS: '888' };
    expect((await ran({ files, env })).body.max_tokens).toBe(777);
    expect((await ran({ files, env, args: [`--settings=${JSON.stringify(tokens('666'))}`] })).body.max_tokens).toBe(666);
    expect((await ran({ files, env, args: ['--setting-sources='] })).body.max_tokens).toBe(888);
  });

  it('of a project choose models and sizes, and neither address nor credential nor header', async () => {
    const env = { ANTHROPIC_MODEL: 'haiku', ANTHROPIC_BASE_URL: 'http://127.0.0.1:9', ANTHROPIC_CUSTOM_HEADERS: 'x-theirs: 1' };
    const { body, headers } = await ran({ files: settings({ env }, '.claude/settings.json') });
    expect(body.model).toBe('claude-haiku-5-5');
    expect(headers['x-theirs']).toBeUndefined();
  });

  it('never give a credential to a command', async () => {
    const call = { tools: [{ name: 'Bash', input: { command: 'env; true' } }] };
    const files = settings({ env: { ANTHROPIC_AUTH_TOKEN: 'tok-secret', GREETING: 'hello' } });
    const { wire } = await ran({ files, args: ['--allowedTools=Bash'], replies: [call, { text: 'Done.' }] });
    const told = JSON.stringify(wire.of('user'));
    expect(told).toContain('GREETING=hello');
    expect(told).not.toContain('ANTHROPIC_AUTH_TOKEN');
  });

  it('effortLevel of the user is the effort of a program that chooses none', async () => {
    const files = settings({ effortLevel: 'high' });
    const effort = async (args: readonly string[]) => (await ran({ files, args })).body.output_config;
    expect(await effort(OPUS)).toEqual({ effort: 'high' });
    expect(await effort([...OPUS, '--effort=low'])).toEqual({ effort: 'low' });
  });
});
