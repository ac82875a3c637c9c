import { setTimeout as pause } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished } from 'vitest';
import { raw } from '../../../../packages/serve/src/served.test-kit.js';
import { scripted } from '../../../cli/scripted.js';
import { startWarmLoadout } from '../../../lib/loadout.js';
import type { ClientRow } from '../client-row.js';
import { HUGE } from './http-client.js';
import { isRunning, processIn, waitingProject } from './processes.js';
import { relayTo } from './relay.js';

const TOKEN = 'a-token-of-some-length';
const HEADERS = { authorization: `Bearer ${TOKEN}` };
const TURNS = [{ text: 'Asked: {{prompt}}' }];

/** `loadout serve mcp --http` of a project, in a process of its own. */
async function servedAt(cwd: string): Promise<string> {
  const server = await startWarmLoadout(['serve', 'mcp', '--http', '--token-env', 'TOKEN_OF_MCP'], {
    cwd,
    env: { TOKEN_OF_MCP: TOKEN },
  });
  const ended = server.finished.then(() => Promise.reject(new Error(`It ended: ${server.errors()}`)));
  ended.catch(() => {});
  onTestFinished(async () => {
    server.kill('SIGTERM');
    await server.finished;
  });
  for (;;) {
    const [, url] = /at (http:\S+)\n/.exec(server.errors()) ?? [];
    if (url !== undefined) return url;
    await Promise.race([pause(5), ended]);
  }
}

/** The official client. Its prompt is a call of the tool that the agent is. */
async function connected(url: string) {
  const client = new Client({ name: 'matrix', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: HEADERS } });
  await client.connect(transport);
  onTestFinished(() => client.close().catch(() => {}));
  const ask = async (task: string, signal?: AbortSignal) => {
    const call = { name: 'agent_prompt', arguments: { task } };
    const { content } = await client.callTool(call, { timeout: 240_000, ...(signal === undefined ? {} : { signal }) });
    return (content as readonly { readonly text?: string }[]).map(({ text }) => text).join();
  };
  const end = async () => {
    await transport.terminateSession();
    await client.close();
  };
  return Object.assign(ask, { end });
}

/** The MCP SDK over HTTP. A session is that of a connection, and a call that breaks off is made anew. */
export const MCP_ROW: ClientRow = {
  client: '@modelcontextprotocol/client over HTTP',
  cells: {
    async abort() {
      const { cwd, open } = waitingProject();
      const ask = await connected(await servedAt(cwd));
      const going = new AbortController();
      const asked = ask('Go.', going.signal).catch(() => 'gone');
      const { pid } = await processIn(cwd);
      going.abort();
      expect(await asked).toBe('gone');
      await expect.poll(() => isRunning(pid)).toBe(false);
      const again = ask('More.');
      await processIn(cwd, pid);
      open();
      expect(await again).toBe('On we go.');
    },
    async 'slow reader'() {
      const answer = 'x'.repeat(200_000);
      const relay = await relayTo(await servedAt(scripted({ turns: [{ text: answer }] })));
      const ask = await connected(relay.url);
      relay.hold();
      const asked = ask('Go.');
      // Other clients are served in the meantime.
      expect(await (await connected(relay.direct))('Other.')).toBe(answer);
      relay.letGo();
      expect(await asked).toBe(answer);
    },
    async 'lost connection'() {
      const { cwd, open } = waitingProject();
      const relay = await relayTo(await servedAt(cwd));
      const ask = await connected(relay.url);
      // By the protocol, a broken connection is no cancellation: the call goes on until its client ends the session.
      const asked = ask('Go.').catch(() => 'lost');
      const { pid } = await processIn(cwd);
      relay.cut();
      const again = (await connected(relay.direct))('More.');
      await processIn(cwd, pid);
      expect(isRunning(pid)).toBe(true);
      await ask.end();
      await expect.poll(() => isRunning(pid)).toBe(false);
      expect(await asked).toBe('lost');
      open();
      expect(await again).toBe('On we go.');
    },
    async '200 sessions at once'() {
      const url = await servedAt(scripted({ turns: TURNS }));
      const asks: Awaited<ReturnType<typeof connected>>[] = [];
      // One address has few connections at once that have not shown the token.
      while (asks.length < 200) asks.push(...(await Promise.all(Array.from({ length: 20 }, () => connected(url)))));
      const prompts = asks.map((_, number) => `Number ${number}.`);
      const answers = await Promise.all(asks.map((ask, number) => ask(prompts[number] ?? '')));
      expect(answers).toEqual(prompts.map((prompt) => `Asked: ${prompt}`));
    },
    async 'hostile client'() {
      const url = await servedAt(scripted({ turns: TURNS }));
      const ask = await connected(url);
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'agent_prompt', arguments: { task: 'Hi.' } } };
      const kind = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
      const attempts: readonly [body: unknown, headers?: Readonly<Record<string, string>>, method?: string][] = [
        [call, { authorization: `Bearer ${TOKEN}x` }],
        [call, { authorization: '' }],
        [call, { host: 'evil.example' }],
        [call, { origin: 'https://evil.example' }],
        [call, { 'mcp-session-id': 'none' }],
        [call, { 'mcp-session-id': 'x'.repeat(10_000) }],
        [{ ...call, id: { a: 1 } }],
        [{ ...call, params: { name: HUGE, arguments: {} } }],
        [{ jsonrpc: '2.0', id: 1, result: {} }, { 'mcp-session-id': 'none' }],
        ['x'.repeat(5_000_000)],
        [null, { 'mcp-session-id': 'none' }, 'DELETE'],
        [null, {}, 'PUT'],
      ];
      for (const [body, headers = {}, method = 'POST'] of attempts) {
        const sent = { method, headers: { ...HEADERS, ...kind, ...headers }, body: body === null ? '' : JSON.stringify(body) };
        const answer = await raw(url, sent).catch(() => ({ status: 413, body: 'closed' }));
        const isRefused = (answer.status ?? 0) >= 400 || answer.body.includes('"error":');
        expect([JSON.stringify([body, headers]).slice(0, 200), isRefused, answer.body.slice(0, 300)]).toEqual([
          expect.anything(),
          true,
          expect.not.stringContaining('Asked: '),
        ]);
      }
      expect(await ask('Still there?')).toBe('Asked: Still there?');
    },
  },
};
