import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { type AnyTool, defineTool } from '@loadout/core';
import type { ServedTools } from '@loadout/core/commands';
import { assembleToolPool } from '@loadout/core/run';
import { expect, it } from 'vitest';
import { afterThis, until, withServers } from '../testing/with-servers.js';
import { serveHttp } from './serve-http.js';
import { serveStdio } from './serve-stdio.js';

const tool = (name: string) => defineTool({ name, description: name, inputSchema: { type: 'object' }, call: () => name });

/** A served set of tools: one tool at first, two after `grow`. */
function growing() {
  let pool = assembleToolPool({ baseTools: [tool('First')] });
  const listeners: (() => void)[] = [];
  const served: ServedTools = {
    name: 'growing',
    version: '1',
    open: async ({ toolsChanged }) => {
      listeners.push(toolsChanged);
      return {
        get pool() {
          return pool;
        },
        call: () => Promise.reject(new Error('nothing is called here')),
        close: async () => {},
      };
    },
  };
  const grow = () => {
    const more: AnyTool[] = [tool('First'), tool('Second')];
    pool = assembleToolPool({ baseTools: more });
    for (const told of listeners) told();
  };
  return { served, grow };
}

it('EVT-02: a client over HTTP is told that the tools changed, and reads them anew', async () => {
  const { served, grow } = growing();
  const endpoint = await serveHttp(served, { token: 'the-token' });
  afterThis(() => endpoint.close());
  const remote = { url: endpoint.url, headers: { authorization: 'Bearer the-token' } };
  const { connections } = await withServers({ remote });
  expect(connections.tools().map(({ name }) => name)).toEqual(['mcp__remote__First']);
  // The stream for the server's own messages opens after the handshake, so a single notification may come too early.
  await until(() => {
    grow();
    return connections.tools().length === 2;
  });
});

it('EVT-02: a client over stdio is told that the tools changed', async () => {
  const { served, grow } = growing();
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const ended = serveStdio(served, { stdin, stdout, signal: new AbortController().signal });
  const lines = createInterface({ input: stdout });
  const said: { method?: string; id?: number }[] = [];
  lines.on('line', (line) => said.push(JSON.parse(line)));
  const send = (message: object) => stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  send({ id: 1, method: 'initialize', params });
  await once(lines, 'line');
  send({ method: 'notifications/initialized' });
  send({ id: 2, method: 'tools/list' });
  await until(() => said.some(({ id }) => id === 2));
  grow();
  await until(() => said.some(({ method }) => method === 'notifications/tools/list_changed'));
  stdin.end();
  await ended;
});
