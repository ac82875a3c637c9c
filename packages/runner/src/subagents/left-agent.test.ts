import { MemoryStore, type SessionHeader, type SessionRecord, type SessionStore } from '@loadout/sessions';
import { expect, it } from 'vitest';
import { openSession } from '../session/open-session.js';
import { leftAgent, withAgents } from './left-agent.js';

const CALLS = Array.from({ length: 20 }, (_, index) => `call_${index}`);

function write(store: SessionStore, id: string, records: readonly SessionRecord[]): void {
  const place = store.place(id);
  const at = { cwd: '/repo', environment: '', startedAt: new Date(0).toISOString(), artifactDir: place.artifactDir };
  const header: SessionHeader = { t: 'session', version: 1, id, agent: 'a', ...at };
  const journal = store.begin(place, header);
  for (const record of records) journal.append(record);
  journal.close();
}

/** A session whose process was killed while each of its calls waited for an agent. `reads`: the agents whose records were read. */
function killed() {
  const store = new MemoryStore({ dir: '/sessions' });
  write(store, 'main', [
    { t: 'asked', uuid: 'p', prompt: 'Go.' },
    { t: 'message', message: { role: 'user', content: [{ type: 'text', text: 'Go.' }] } },
    {
      t: 'message',
      message: { role: 'assistant', content: CALLS.map((id) => ({ type: 'tool_use', id, name: 'Agent', input: {} })) },
    },
    ...CALLS.map((id): SessionRecord => ({ t: 'started', id, name: 'Agent', repeatable: false })),
  ]);
  const agents = store.under(store.place('main'));
  for (const call of CALLS)
    write(agents, `agent_${call}`, [{ t: 'asked', uuid: call, prompt: 'Look.', by: { session: 'main', call } }]);
  const reads: string[] = [];
  const read = agents.read.bind(agents);
  agents.read = (place) => {
    reads.push(place.id);
    return read(place);
  };
  const owner = { name: 'a', roots: ['/repo'], secrets: () => [], sessions: { store } } as const;
  return { session: openSession(owner, { resume: 'main' }), reads };
}

it('the calls of a killed fan-out find their agents with one look at each', () => {
  const { session, reads } = killed();
  const calls = withAgents(session, session.takeLeft().calls);
  expect(calls.map(({ state }) => state)).toEqual(CALLS.map(() => 'open'));
  expect(reads).toHaveLength(CALLS.length);
  for (const call of CALLS) expect(leftAgent(session, call)?.id).toBe(`agent_${call}`);
  expect(reads).toHaveLength(2 * CALLS.length);
});
