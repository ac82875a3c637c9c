import { MemoryStore, type SessionHeader, type SessionRecord, type SessionStore, workOnRecord } from '@loadout/sessions';
import { expect, it } from 'vitest';
import { sessionHeader } from '../../../test/src/session-stores/describe-session-store.js';
import { type TreeOnRecord, workOfTree, workOnPrompt } from './tree-on-record.js';

const asked = (uuid: string): SessionRecord => ({ t: 'asked', uuid, prompt: uuid });
const ended = (id: string): SessionRecord => ({
  t: 'ended',
  id,
  outcome: 'done',
  block: { type: 'tool_result', tool_use_id: id, content: '' },
});
const started = (id: string): SessionRecord => ({ t: 'started', id, name: 'Agent', repeatable: false });
/** An answer of one dollar that makes a call, and the end of the call. */
const turn = (id: string, costUsd: number | null = 1): readonly SessionRecord[] => [
  { t: 'message', message: { role: 'assistant', content: [{ type: 'tool_use', id, name: 'Agent', input: {} }] }, costUsd },
  ended(id),
  { t: 'results', ids: [id] },
];

function written(
  store: SessionStore,
  { id, records, ...more }: Partial<SessionHeader> & { readonly id: string; readonly records: readonly SessionRecord[] },
): TreeOnRecord {
  const place = store.place(id);
  const header = { ...sessionHeader(place), ...more };
  const journal = store.begin(place, header);
  for (const record of records) journal.append(record);
  journal.close();
  return { store, place, header, work: workOnRecord(store.read(place)) };
}

/** A session with two prompts. Each starts an agent, and the agent of the first prompt starts another. */
function tree(more: Partial<SessionHeader> = {}) {
  const store = new MemoryStore({ dir: '/sessions' });
  const records = [asked('first'), ...turn('one'), asked('second'), ...turn('two')];
  const main = written(store, { id: 'main', records, ...more });
  const agents = store.under(main.place);
  const first = written(agents, { id: 'agent_1', records: [...turn('a'), ...turn('b')], startedBy: 'one' });
  written(agents.under(first.place), { id: 'agent_2', records: turn('c'), startedBy: 'a' });
  written(agents, { id: 'agent_3', records: [...turn('d'), { t: 'spent', purpose: 'compact', usd: 0.5 }], startedBy: 'two' });
  return main;
}

it('a session has the money and the calls of all agents under it', () => {
  expect(workOfTree(tree())).toEqual({ usd: 6.5, toolCalls: 6 });
});

it('a prompt has those of the agents that its calls have started', () => {
  expect(workOnPrompt(tree())).toEqual({ usd: 2.5, toolCalls: 2 });
});

it('a call that was not run is none, also after its answer was changed', () => {
  const store = new MemoryStore({ dir: '/sessions' });
  const refused: SessionRecord = { ...ended('two'), code: 'TOOL_NOT_RUN' } as SessionRecord;
  const main = written(store, { id: 'main', records: [asked('first'), ...turn('one'), refused, ended('two')] });
  expect(workOnPrompt(main)).toEqual({ usd: 1, toolCalls: 1 });
});

it('a call that was refused counts when it comes again under its id, and runs', () => {
  const store = new MemoryStore({ dir: '/sessions' });
  const refused: SessionRecord = { ...ended('one'), code: 'TOOL_NOT_RUN' } as SessionRecord;
  const main = written(store, { id: 'main', records: [asked('first'), refused, started('one'), ...turn('one')] });
  expect(workOnPrompt(main).toolCalls).toBe(1);
});

it('a call that was interrupted counts, unless it may be repeated, was deferred, or has an agent that continues', () => {
  const begun = (more: readonly SessionRecord[] = []) =>
    written(new MemoryStore({ dir: '/sessions' }), { id: 'main', records: [...records, ...more] });
  const [message] = turn('one');
  const records = [asked('first'), message, started('one')].filter((record) => record !== undefined);
  const count = (...more: readonly SessionRecord[]) => workOnPrompt(begun(more));
  expect(count().toolCalls).toBe(1);
  expect(count({ t: 'deferred', id: 'one' }).toolCalls).toBe(0);
  expect(count(ended('one')).toolCalls).toBe(1);
  const withAgent = (...asked: readonly SessionRecord[]) => {
    const main = begun();
    const all = [...asked, ...turn('a'), started('b')];
    written(main.store.under(main.place), { id: 'agent_1', records: all, startedBy: 'zero' });
    return [workOnPrompt(main).toolCalls, workOfTree(main).toolCalls];
  };
  expect(withAgent()).toEqual([1, 3]);
  expect(withAgent({ t: 'asked', uuid: 'task', prompt: 'Go on.', by: { session: 'main', call: 'one' } })).toEqual([0, 2]);
});

it('an unknown cost of one agent makes the sum unknown', () => {
  const main = tree();
  written(main.store.under(main.place), { id: 'agent_4', records: turn('e', null), startedBy: 'two' });
  expect(workOfTree(main).usd).toBeNull();
});

it('a fork begins at zero, and the agents that it finds are those of another session', () => {
  const main = tree({ forkedFrom: 'earlier', startedAt: '2026-01-01T00:00:00.000Z' });
  expect(workOfTree(main)).toEqual({ usd: 0, toolCalls: 0 });
});

it('a call whose result was shortened later is one call', () => {
  const { inAll } = workOnRecord([sessionHeader(tree().place), ...turn('one'), ended('one')]);
  expect(inAll.ended.size).toBe(1);
});

it('time counts where a process works: not before a prompt, between two processes, or while a person is asked later', () => {
  const at = (record: SessionRecord, seconds: number): SessionRecord => ({ ...record, at: seconds * 1000 });
  const [message, end, results] = turn('one') as [SessionRecord, SessionRecord, SessionRecord];
  const deferred = { t: 'deferred', id: 'one' } as const;
  const rules = { t: 'run', model: { id: 'm', provider: 'p' }, mode: 'default', rules: [] } as const;
  const { onPrompt } = workOnRecord([
    sessionHeader(tree().place),
    at(asked('first'), 100),
    at(rules, 101),
    at(message, 103),
    at(deferred, 104),
    // Another process, an hour later, in another folder.
    at({ t: 'cwd', cwd: '/elsewhere' }, 3700),
    at(rules, 3800),
    at(end, 3805),
    at(results, 3806),
  ]);
  expect(onPrompt.ms).toBe(2000 + 1000 + 5000 + 1000);
});
