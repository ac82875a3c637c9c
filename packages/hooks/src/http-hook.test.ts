import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hookKit } from './hook.test-kit.js';
import plugin from './index.js';

const { make, ask, problems, variables } = hookKit(tmpdir);

interface Received {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}
const received: Received[] = [];
let answer = { status: 200, body: '' };
let server: Server;
let url = '';

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) });
    response.writeHead(answer.status, { location: '/elsewhere' }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?key=hidden`;
});
afterAll(() => server.close());

describe('an http hook (HOOK-15, HOOK-19)', () => {
  it('posts the event as JSON and reads the JSON of a 2xx answer', async () => {
    answer = { status: 201, body: '{"decision":"block","reason":"closed"}' };
    expect(await ask(await make({ type: 'http', url }), 'PreToolUse', { tool_input: { a: 1 } })).toEqual({
      decision: 'block',
      reason: 'closed',
    });
    expect(received.at(-1)).toMatchObject({
      headers: { 'content-type': 'application/json' },
      body: { hook_event_name: 'PreToolUse', tool_input: { a: 1 } },
    });
  });

  it('takes an empty answer for no opinion, and text for context where a command’s text is', async () => {
    answer = { status: 200, body: '' };
    expect(await ask(await make({ type: 'http', url }), 'PreToolUse')).toBeUndefined();
    answer = { status: 200, body: 'it rains' };
    expect(await ask(await make({ type: 'http', url }), 'PreToolUse')).toBeUndefined();
    const prompt = await make({ type: 'http', url }, 'UserPromptSubmit');
    expect(await ask(prompt, 'UserPromptSubmit')).toMatchObject({ hookSpecificOutput: { additionalContext: 'it rains' } });
  });

  it.each([500, 404, 302])('with status %i is a problem that blocks nothing, unless onFailure is block', async (status) => {
    answer = { status, body: '{"decision":"block"}' };
    expect(await ask(await make({ type: 'http', url }), 'PreToolUse')).toBeUndefined();
    expect(problems).toEqual([expect.stringContaining(`status ${status}`)]);
    await expect(ask(await make({ type: 'http', url, onFailure: 'block' }), 'PreToolUse')).rejects.toThrow(`status ${status}`);
  });

  it('puts only those variables into its headers that are listed', async () => {
    answer = { status: 200, body: '' };
    Object.assign(variables, { TOKEN: 'abc', OTHER: 'secret' });
    const headers = { authorization: 'Bearer $TOKEN', 'x-other': `[\${OTHER}]` };
    await ask(await make({ type: 'http', url, headers, allowedEnvVars: ['TOKEN', 'UNSET'] }), 'PreToolUse');
    expect(received.at(-1)?.headers).toMatchObject({ authorization: 'Bearer abc', 'x-other': '[]' });
  });

  it('whose server is not there, or answers broken JSON, fails, so that a guard blocks', async () => {
    await expect(ask(await make({ type: 'http', url: 'http://127.0.0.1:1/x' }), 'PreToolUse')).rejects.toThrow(
      'cannot be reached',
    );
    answer = { status: 200, body: '{"decision":' };
    await expect(ask(await make({ type: 'http', url }), 'PreToolUse')).rejects.toThrow('is not JSON');
  });

  it('is sent only where the options of the plugin allow it, when they say (HOOK-19)', async () => {
    const { hookTypes } = await plugin.setup({
      options: { allowedHttpHookUrls: ['https://*.example.com/hooks/*', '127.0.0.1'] } as never,
      mount: 'hooks',
      configDir: tmpdir(),
      stateDir: tmpdir(),
    });
    const made = async (to: string) =>
      hookTypes?.http?.({ type: 'http', url: to }, { event: 'PreToolUse', configDir: tmpdir(), env: {} });
    for (const allowed of [url, 'http://127.0.0.1:1/any?where', 'https://a.example.com/hooks/x', 'HTTPS://a.EXAMPLE.com/hooks/x'])
      await expect(made(allowed)).resolves.toMatchObject({ external: true });
    for (const refused of [
      'https://a.example.com/other',
      'http://a.example.com/hooks/x',
      'https://evil.test/.example.com/hooks/x',
      'https://a.example.com@evil.test/hooks/x',
      'https://evil.test?.example.com/hooks/x',
      'https://a.example.com/hooks/../other',
      'http://127.0.0.1.evil.test/',
    ])
      await expect(made(refused)).rejects.toMatchObject({ code: 'HOOK_URL_REFUSED' });
  });

  it('follows no redirect: the event does not go where the first server says (HOOK-19)', async () => {
    answer = { status: 307, body: '' };
    const before = received.length;
    await ask(await make({ type: 'http', url }), 'PreToolUse');
    expect(received).toHaveLength(before + 1);
  });

  it('is refused for an address that is not of the web, and shows no query in its name', async () => {
    await expect(make({ type: 'http', url: 'file:///etc/passwd' })).rejects.toMatchObject({ code: 'HOOK_URL_INVALID' });
    expect((await make({ type: 'http', url })).name).not.toContain('hidden');
  });
});
