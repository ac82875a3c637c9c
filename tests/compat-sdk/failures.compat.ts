import type { Reply } from '@loadout/testing';
import { describe, expect, it } from 'vitest';
import { sdks } from './lib/sdks.js';
import { kinds, world } from './lib/world.js';

const status = (code: number): Reply => ({ fault: { status: code, headers: { 'retry-after-ms': '10' } } });

describe.each(sdks)('$name', (sdk) => {
  const isOfficial = sdk.name.startsWith('the official');

  it.each([
    [400, 'invalid_request'],
    [401, 'authentication_failed'],
    [403, 'authentication_failed'],
    [404, 'model_not_found'],
  ] as const)('a request that the API refuses with %i is an error result with its text (LOOP-27)', async (code, error) => {
    const { ask } = await world([status(code)]);
    const { messages, result, thrown } = await ask(sdk, 'Hi');
    expect(kinds(messages)).toEqual(['system/init', 'assistant', 'result/success']);
    expect(messages[1]).toMatchObject({ message: { model: '<synthetic>' }, error });
    expect(result).toMatchObject({
      is_error: true,
      api_error_status: code,
      terminal_reason: 'api_error',
      result: expect.stringContaining(String(code)),
    });
    const text = 'result' in result ? result.result : '';
    if (isOfficial) expect(thrown?.message).toBe(`Claude Code returned an error result: ${text}`);
    else expect(thrown).toBeUndefined();
  });

  it.each([429, 500, 529])('%i is asked again, each time told of, and the run goes on (RETRY-03)', async (code) => {
    const { api, ask } = await world([status(code), status(code), { text: 'Hello.' }]);
    const { messages, result } = await ask(sdk, 'Hi');
    expect(kinds(messages)).toEqual(['system/init', 'system/api_retry', 'system/api_retry', 'assistant', 'result/success']);
    expect(messages[1]).toMatchObject({
      attempt: 1,
      max_retries: expect.any(Number),
      retry_delay_ms: expect.any(Number),
      error_status: code,
      error: expect.any(String),
    });
    expect(result).toMatchObject({ result: 'Hello.', is_error: false });
    expect(api.requests).toHaveLength(3);
  });

  it('an API that stays overloaded is an error result in the end (LOOP-27)', async () => {
    const { ask } = await world(() => status(529));
    const { messages, result } = await ask(sdk, 'Hi');
    const retries = messages.filter((message) => 'subtype' in message && message.subtype === 'api_retry');
    expect(retries.length).toBeGreaterThan(1);
    expect(retries.at(-1)).toMatchObject({ attempt: retries.length, max_retries: retries.length });
    expect(result).toMatchObject({ subtype: 'success', is_error: true, api_error_status: 529, terminal_reason: 'api_error' });
  });

  it('a stream that is cut off is asked for again (LOOP-26)', async () => {
    const { ask } = await world([{ text: 'Hel', fault: { cutAfterBlocks: 0 } }, { text: 'Hello.' }]);
    const { result } = await ask(sdk, 'Hi');
    expect(result).toMatchObject({ result: 'Hello.', is_error: false });
  });

  it('a stream that is cut off after a block is asked for again (LOOP-26)', async () => {
    const { ask } = await world([
      { text: 'Hel', blocks: [{ type: 'text', text: 'x' }], fault: { cutAfterBlocks: 1 } },
      { text: 'Hello.' },
    ]);
    const { result } = await ask(sdk, 'Hi');
    expect(result).toMatchObject({ result: 'Hello.', is_error: false });
  });

  it('with no key the result says how to give one (LOOP-27)', async () => {
    const { ask, env } = await world([]);
    const { result } = await ask(sdk, 'Hi', { env: { PATH: env.PATH, HOME: env.HOME } });
    expect(result).toMatchObject({ is_error: true, result: expect.stringContaining('ANTHROPIC_API_KEY') });
  });

  it('a fallback model answers where the first one is overloaded, tools and all (LOOP-15)', async () => {
    const { api, ask } = await world(({ body }, index) => {
      if (body.model === 'claude-sonnet-4-5') return status(529);
      const isSecond = JSON.stringify(body.messages).includes('toolu_b');
      return isSecond ? { text: 'Done.' } : { tools: [{ name: 'Bash', input: { command: 'pwd' }, id: `toolu_b${index}` }] };
    });
    const { result } = await ask(sdk, 'go', { fallbackModel: 'claude-haiku-4-5' });
    expect(result).toMatchObject({ result: 'Done.', is_error: false });
    expect(api.requests.at(-1)?.body.model).toBe('claude-haiku-4-5');
    expect(Object.keys(result.modelUsage)).toEqual(['claude-haiku-4-5']);
  });

  it('the first model is tried again with the next turn (LOOP-15)', async () => {
    let isDown = true;
    const { api, talk } = await world(({ body }) => {
      if (isDown && body.model === 'claude-sonnet-4-5') return status(529);
      return { text: 'Hello.' };
    });
    const program = talk(sdk, { fallbackModel: 'claude-haiku-4-5' });
    program.say('first');
    await program.result();
    isDown = false;
    program.say('second');
    await program.result();
    await program.end();
    expect(api.requests.slice(-2).map(({ body }) => body.model)).toEqual(['claude-haiku-4-5', 'claude-sonnet-4-5']);
  });
});
