import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callTool, describePlugin } from '@loadout/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import plugin from './index.js';
import { remoteTriggerTool } from './remote/remote-trigger-tool.js';

describePlugin(plugin, {
  describe,
  it,
  packageJson: JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')),
  invalidOptions: [
    { options: { expireDays: -1 }, path: '/expireDays' },
    { options: { remote: {} }, path: '/remote/url' },
  ],
});

interface Asked {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly token: string | undefined;
  readonly body: string;
}

/** A backend with a fixed answer that records its requests. */
async function backend(answer: { readonly status?: number; readonly body?: string; readonly location?: string }) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { method, url: path, headers } = request;
    asked.push({ method, path, token: headers.authorization, body });
    response.writeHead(answer.status ?? 200, answer.location === undefined ? {} : { location: answer.location });
    response.end(answer.body ?? '{"ok":true}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/triggers`;
  const tool = remoteTriggerTool({ url, headers: { authorization: 'Bearer t0ken' }, timeoutSeconds: 20 });
  return { asked, url, tool, call: (input: object) => callTool(tool, input) };
}

describe('RemoteTrigger', () => {
  it('without a backend is an error that says how to configure one (TOOL-RT-01, BUG-03, ALIAS-26)', async () => {
    const result = await callTool(remoteTriggerTool(undefined), { action: 'list' });
    expect(result).toMatchObject({ isError: true, content: expect.stringContaining('remote: { url:') });
  });

  it.each([
    [{ action: 'list' }, 'GET', '/triggers', ''],
    [{ action: 'get', id: 'a-1' }, 'GET', '/triggers/a-1', ''],
    [
      { action: 'create', name: 'n', schedule: '0 9 * * *', prompt: 'p', body: { agent: 'x' } },
      'POST',
      '/triggers',
      '{"agent":"x","name":"n","schedule":"0 9 * * *","prompt":"p"}',
    ],
    [{ action: 'update', id: 'a', prompt: 'q' }, 'PATCH', '/triggers/a', '{"prompt":"q"}'],
    [{ action: 'run', id: 'a' }, 'POST', '/triggers/a/run', '{}'],
    [{ action: 'delete', id: 'a' }, 'DELETE', '/triggers/a', ''],
  ])('%j is one request with the headers of the configuration (TOOL-RT-01)', async (input, method, path, body) => {
    const { asked, call, tool, url } = await backend({});
    const result = await call(input);
    expect(result.structuredContent).toEqual({ status: 200, json: { ok: true } });
    expect(asked).toEqual([{ method, path, token: 'Bearer t0ken', body }]);
    expect(await tool.access?.(input as never, undefined as never)).toEqual([{ kind: 'fetch', url: new URL(path, url).href }]);
  });

  it.each([
    [{ action: 'get' }, 'needs the id'],
    [{ action: 'list', id: 'a' }, 'takes no id'],
    [{ action: 'create', name: 'n' }, 'needs schedule, prompt'],
    [{ action: 'get', id: '../secrets' }, 'id'],
    [{ action: 'get', id: '..' }, 'id'],
    [{ action: 'get', id: 'a/b' }, 'id'],
  ])('%j is refused before anything is asked', async (input, why) => {
    const { asked, call } = await backend({});
    expect(await call(input)).toMatchObject({ isError: true, content: expect.stringContaining(why) });
    expect(asked).toEqual([]);
  });

  it.each([
    [{ status: 401 }, 'remote.headers'],
    [{ status: 404, body: 'nothing here' }, 'no such trigger. It says: nothing here'],
    [{ status: 429 }, 'too often'],
    [{ status: 500 }, 'it failed'],
    [{ status: 302, location: 'http://127.0.0.1:1/' }, 'not followed'],
    [{ body: '<html>' }, 'not JSON'],
    [{ body: `"${'x'.repeat(1024 * 1024)}"` }, 'more than 1048576 bytes'],
  ])('an answer such as %# is an error that says what it means', async (answer, why) => {
    const { call } = await backend(answer);
    const result = await call({ action: 'list' });
    expect(result).toMatchObject({ isError: true, content: expect.stringContaining(why) });
    expect(result.content).not.toContain('t0ken');
  });

  it('nobody there is an error that says so', async () => {
    const tool = remoteTriggerTool({ url: 'http://127.0.0.1:1/triggers', timeoutSeconds: 20 });
    expect(await callTool(tool, { action: 'list' })).toMatchObject({
      isError: true,
      content: expect.stringContaining('could not be asked'),
    });
  });

  it.each(['ftp://host/x', 'nothing', 'https://user:pass@host/x'])('the option url %s is refused at the start', (url) => {
    const context = { options: { remote: { url } } as never, mount: 'schedule', configDir: '/', stateDir: '/nowhere' };
    expect(() => plugin.setup(context)).toThrow('remote.url');
  });
});
