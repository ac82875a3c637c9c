import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/client';
import { expect } from 'vitest';
import { environmentOf } from '../../lib/loadout.js';
import { WarmTransport } from '../../mcp/warm-transport.js';
import { journalFile } from '../journal.js';
import { CALLS, type Door, trusted } from '../scenario.js';

/** MCP, by the official client. The client is the model: it makes the calls of the scenario itself. */
export const overMcp: Door = {
  name: 'MCP',
  async play(cwd) {
    const env = environmentOf({ cwd, env: await trusted(cwd) });
    const client = new Client({ name: 'test', version: '1' });
    const argv = ['serve', 'mcp', 'helper', '--allow', 'Bash(touch made.txt)'];
    await client.connect(new WarmTransport({ argv, cwd, env }));
    const [last, ...others] = CALLS.toReversed();
    const texts: (string | undefined)[] = [];
    for (const { name, input } of others.toReversed()) {
      const { content } = await client.callTool({ name, arguments: input });
      texts.push((content as readonly { readonly text?: string }[])[0]?.text);
    }
    const going = new AbortController();
    const call = { name: last?.name ?? '', arguments: last?.input ?? {} };
    const cancelled = client.callTool(call, { signal: going.signal }).catch(() => 'cancelled');
    await expect.poll(() => readFileSync(journalFile(cwd), 'utf8')).toContain('cat gate');
    going.abort();
    const cancel = await cancelled;
    await client.close();
    return { denial: texts[1], cancel: String(cancel) };
  },
  journal: (calls) =>
    calls.slice(0, CALLS.length).map((call) => {
      if (call.name === 'Bash' && call.by === 'person') return { ...call, by: undefined, rule: 'Bash(touch made.txt)' };
      return call.name === 'AskUserQuestion' ? { ...call, result: NOBODY } : call;
    }),
};

const NOBODY =
  'No user is available to answer. Proceed with your best judgement, and say in your answer what you decided and why.';
