import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Toolkit } from '@loadout/adapters';
import type { Options, query } from '@loadout/sdk';
import { type RequestBlock, type RequestBody, startMockApi } from '@loadout/testing';
import { type Drive, type Host, nextCalls, type Seen } from '../scenario.js';

/** The `query` of a Claude Agent SDK, and its options for the engine. */
export interface ClaudeSdk {
  readonly name: string;
  readonly query: typeof query;
  readonly engine?: Options;
}

const PREFIX = 'mcp__loadout__';

/** The rules of the SDK allow every tool of the server: Loadout's rules decide. The SDK's own tools are off. */
export const claudeAgentSdk = (sdk: ClaudeSdk): Host => ({
  name: sdk.name,
  asks: false,
  async run(kit: Toolkit, drive: Drive) {
    const { calls, signal } = drive;
    const api = await startMockApi({
      replies: ({ body }) => {
        const next = nextCalls(drive, (id) => resultOf(body, id) !== undefined);
        if (next.length === 0) return { text: 'Done.' };
        return { tools: next.map(({ id, name, input }) => ({ id, name: `${PREFIX}${name}`, input })) };
      },
    });
    const home = mkdtempSync(join(tmpdir(), 'loadout-hosts-home-'));
    try {
      const abortController = new AbortController();
      signal?.addEventListener('abort', () => abortController.abort(), { once: true });
      const env = { PATH: process.env.PATH ?? '', HOME: home, ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: 'key' };
      const options: Options = {
        ...sdk.engine,
        env,
        abortController,
        model: 'claude-sonnet-4-5',
        settingSources: [],
        mcpServers: { loadout: await kit.claudeAgentSdk() },
        allowedTools: [`${PREFIX}*`],
      };
      for await (const _ of sdk.query({ prompt: 'Go.', options }));
      const last = api.requests.at(-1)?.body;
      return Object.fromEntries(calls.map(({ id }) => [id, seen(last && resultOf(last, id))]));
    } finally {
      await api.close();
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    }
  },
});

const resultOf = (body: RequestBody, id: string) =>
  body.messages.flatMap(({ content }) => content).find(({ type, tool_use_id }) => type === 'tool_result' && tool_use_id === id);

function seen(result: RequestBlock | undefined): Seen {
  if (result === undefined) throw new Error('The model read no result.');
  const { content } = result as { content?: string | readonly RequestBlock[] };
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []);
  const text = blocks.map((block) => ('text' in block ? String(block.text) : '')).join('');
  const picture = blocks.find(({ type }) => type === 'image') as { source?: { media_type?: string } } | undefined;
  return {
    asked: false,
    failed: result.is_error === true,
    text,
    ...(picture === undefined ? {} : { image: picture.source?.media_type }),
  };
}
