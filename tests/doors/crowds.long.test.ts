import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { query } from '@loadout/sdk';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, it, onTestFinished } from 'vitest';
import { a2aClient, message, said } from '../../packages/a2a/src/a2a-client.test-kit.js';
import { agUiClient } from '../../packages/ag-ui/src/ag-ui-client.test-kit.js';
import { openAiClient } from '../../packages/serve/src/openai/openai-client.test-kit.js';
import { served } from '../../packages/serve/src/served.test-kit.js';
import { editor } from '../acp/editor.test-kit.js';
import { scripted } from '../cli/scripted.js';
import { environmentOf, startWarmLoadout } from '../lib/loadout.js';
import { trusted } from './scenario.js';

const CROWD = 200;
const TURNS = [{ text: 'Asked: {{prompt}}' }];

/** The answers to many clients at once. */
const heardBy = (ask: (prompt: string, number: number) => Promise<string>) =>
  Promise.all(Array.from({ length: CROWD }, (_, number) => ask(`Number ${number}.`, number)));
const EXPECTED = Array.from({ length: CROWD }, (_, number) => `Asked: Number ${number}.`);

const OVER_HTTP: Readonly<Record<string, (url: string) => Promise<(prompt: string, number: number) => Promise<string>>>> = {
  'AG-UI': async (url) => async (prompt, number) => {
    const client = agUiClient(url, `thread-of-${number}`);
    await client.ask(prompt);
    return String(client.agent.messages.at(-1)?.content);
  },
  A2A: async (url) => {
    const client = await a2aClient(url);
    return async (prompt) => said(await client.sendMessage(message({ text: prompt }))).texts.join();
  },
  'Chat Completions': async (url) => {
    const client = openAiClient(url);
    return async (content) => {
      const body = { model: 'helper', messages: [{ role: 'user' as const, content }] };
      return (await client.chat.completions.create(body)).choices[0]?.message.content ?? '';
    };
  },
};

it.each(Object.entries(OVER_HTTP))('200 sessions at once over %s have each their own answer', async (_, askerOf) => {
  const { url, faults } = await served({ turns: TURNS, most: CROWD });
  expect(await heardBy(await askerOf(url))).toEqual(EXPECTED);
  expect(faults).toEqual([]);
});

it('200 sessions at once over one connection of ACP have each their own answer', async () => {
  const at = await editor({ cwd: scripted({ turns: TURNS }) });
  const ask = async (prompt: string) => {
    const id = await at.session();
    await at.prompt(id, prompt);
    return at.said(id);
  };
  expect(await heardBy(ask)).toEqual(EXPECTED);
});

it('200 queries at once of the Agent SDK in one process have each their own answer', async () => {
  const cwd = scripted({ turns: TURNS });
  const env = environmentOf({ cwd, env: await trusted(cwd) });
  const options = { cwd, env, agentConfig: join(cwd, 'agent.config.yaml'), settingSources: [] };
  const ask = async (prompt: string) => {
    for await (const one of query({ prompt, options })) if (one.type === 'result' && one.subtype === 'success') return one.result;
    return 'no answer';
  };
  expect(await heardBy(ask)).toEqual(EXPECTED);
});

it('200 clients at once of one MCP server have each their own result', async () => {
  const cwd = scripted({ turns: TURNS, config: { permissions: { allow: ['Bash(echo:*)'] } } });
  const env = { ...(await trusted(cwd)), TOKEN_OF_MCP: 'a-token-of-some-length' };
  const server = await startWarmLoadout(['serve', 'mcp', '--http', '--token-env', 'TOKEN_OF_MCP'], { cwd, env });
  onTestFinished(async () => {
    server.kill('SIGTERM');
    await server.finished;
  });
  let url: string | undefined;
  while (url === undefined) {
    [, url] = /at (http:\S+)\n/.exec(server.errors()) ?? [];
    await pause(5);
  }
  const headers = { authorization: `Bearer ${env.TOKEN_OF_MCP}` };
  const connected = async () => {
    const client = new Client({ name: 'one of many', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(url ?? ''), { requestInit: { headers } }));
    return client;
  };
  // One address has few connections at once that have not shown the token.
  const clients: Client[] = [];
  while (clients.length < CROWD) clients.push(...(await Promise.all(Array.from({ length: 20 }, connected))));
  const ask = async (prompt: string, number: number) => {
    const { content } = (await clients[number]?.callTool({ name: 'agent_prompt', arguments: { task: prompt } })) ?? {};
    return (content as readonly { readonly text?: string }[]).map(({ text }) => text).join();
  };
  expect(await heardBy(ask)).toEqual(EXPECTED);
  await Promise.all(clients.map((client) => client.close()));
});
