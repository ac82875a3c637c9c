import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { RunInit } from '@loadout/runner';
import { describe, expect, it } from 'vitest';
import { aboutFile, keepAbout } from './about-agent.js';
import { InMemorySessionStore } from './in-memory-session-store.js';
import { mirrored } from './mirrored.js';
import { assistant, goOn, project, useOwnConfig, user, write } from './sessions.test-kit.js';
import { getSubagentMessages } from './subagents.js';

useOwnConfig();

const begins = (transcript: string, toolUseId: string, path = ['first']) =>
  keepAbout({ type: 'subagent', path, toolUseId, event: { type: 'init', init: { agent: 'helper', transcript } as RunInit } });

/** A session with an agent, in a store that is mirrored. */
function talk() {
  const { cwd, store } = project();
  const remote = new InMemorySessionStore();
  const mirror = mirrored(store, remote);
  const place = write({ cwd, store: mirror.store }, [user('Prompt?')]);
  const agents = mirror.store.under(place);
  const agent = write({ cwd, store: agents }, [user('Sub?'), assistant('Sub.')], 'first');
  return { cwd, store, remote, mirror, place, agents, agent };
}

describe('the record beside the file of an agent (AGENT-10)', () => {
  it('names the call and the agent that started it', async () => {
    const { cwd, place, agent } = talk();
    begins(agent.file, 'toolu_a', ['above', 'first']);
    expect(JSON.parse(readFileSync(aboutFile(agent.file), 'utf8'))).toEqual({
      agentType: 'helper',
      toolUseId: 'toolu_a',
      parentAgentId: 'above',
      spawnDepth: 2,
    });
    const messages = await getSubagentMessages(place.id, 'first', { dir: cwd });
    expect(messages).toHaveLength(2);
    for (const message of messages) expect(message).toMatchObject({ parent_tool_use_id: 'toolu_a', parent_agent_id: 'above' });
  });

  it('keeps the first start, and is missing for an agent without a file', () => {
    const { agent } = talk();
    begins(agent.file, 'toolu_a');
    begins(agent.file, 'toolu_again');
    expect(readFileSync(aboutFile(agent.file), 'utf8')).toContain('"toolu_a"');
    begins(`${agent.file}-none.jsonl`, 'toolu_b');
    expect(existsSync(aboutFile(`${agent.file}-none.jsonl`))).toBe(false);
  });

  it('is sent once to a mirrored store (SESS-05)', async () => {
    const { cwd, store, remote, mirror, place, agents, agent } = talk();
    await mirror.flush();
    begins(agent.file, 'toolu_a');
    goOn(agents, agent, [user('More?')]);
    await mirror.flush();
    goOn(agents, agent, [user('And more?')]);
    await mirror.flush();
    const key = { projectKey: basename(store.dir), sessionId: place.id };
    const entries = await remote.load({ ...key, subpath: 'subagents/agent-first' });
    expect(entries?.filter(({ type }) => type === 'agent_metadata')).toEqual([
      { type: 'agent_metadata', agentType: 'helper', toolUseId: 'toolu_a', spawnDepth: 1 },
    ]);
    const messages = await getSubagentMessages(place.id, 'first', { dir: cwd, sessionStore: remote });
    expect(messages.map(({ parent_tool_use_id }) => parent_tool_use_id)).toEqual(Array(4).fill('toolu_a'));
  });
});
