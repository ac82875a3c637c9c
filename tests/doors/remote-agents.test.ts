import { describe, expect, it } from 'vitest';
import { served, TOKEN } from '../../packages/serve/src/served.test-kit.js';
import { scripted } from '../cli/scripted.js';
import { loadout } from '../lib/loadout.js';

/** A project whose agent asks the agent of a real server. */
async function asking(permissions: object, protocol: 'a2a' | 'openai' = 'a2a') {
  const { url, runs } = await served({ turns: [{ text: 'Far away: {{prompt}}' }] });
  const far = protocol === 'a2a' ? { a2a: `${url}/a2a/helper` } : { openai: `${url}/v1`, model: 'helper' };
  const cwd = scripted({
    turns: [{ tools: [{ RemoteAgent: { agent: 'far', prompt: 'Hi.' } }] }, { text: 'Done.' }],
    config: {
      plugins: {
        remote: { use: '@loadout/tool-remote-agents', options: { agents: { far: { ...far, key: '${env:FAR_KEY}' } } } },
      },
      permissions,
    },
  });
  const run = async (trust: boolean) => {
    const { stdout } = await loadout(['run', 'Go.', '--output', 'stream-json'], { cwd, env: { FAR_KEY: TOKEN }, trust });
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    return { stdout, result: events.find(({ type }) => type === 'tool_result'), asked: (await runs.list()).length };
  };
  return { run };
}

describe('a remote agent in a run of the command', () => {
  it.each(['a2a', 'openai'] as const)('over %s answers with text from outside, and its key is nowhere', async (protocol) => {
    const { run } = await asking({ allow: ['RemoteAgent(domain:127.0.0.1)'] }, protocol);
    const { result, stdout, asked } = await run(true);
    expect(result).toMatchObject({
      outcome: 'done',
      content: expect.stringMatching(/text from outside[^\n]*\n\nFar away: Hi\.$/),
    });
    expect([asked, stdout.includes(TOKEN)]).toEqual([1, false]);
  });

  it('is denied by a rule about its address, with the place of the rule, and is not asked', async () => {
    const { run } = await asking({ deny: ['RemoteAgent(domain:127.0.0.1)'] });
    const { result, asked } = await run(true);
    expect(result).toMatchObject({ outcome: 'denied', content: expect.stringMatching(/agent\.config\.yaml:\d+:\d+/) });
    expect(asked).toBe(0);
  });

  it('needs an approval without a rule', async () => {
    const { result, asked } = await (await asking({})).run(true);
    expect([result.outcome, asked]).toEqual(['denied', 0]);
  });

  it('waits for trust with its address and its key', async () => {
    const { result, asked } = await (await asking({ allow: ['RemoteAgent'] })).run(false);
    expect([result?.outcome === 'done', asked]).toEqual([false, 0]);
  });
});
