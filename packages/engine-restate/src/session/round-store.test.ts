import type { SessionRecord } from '@loadout/sessions';
import { describe, expect, it } from 'vitest';
import { describeSessionStore } from '../../../test/src/session-stores/describe-session-store.js';
import { Outbox } from '../record/outbox.js';
import { OWN, RoundSessions } from '../record/round-sessions.js';
import { ArtifactPaths } from '../results/artifact-paths.js';
import { RoundStore } from './round-store.js';

const asked = { t: 'asked', uuid: 'u1', at: 1 } as unknown as SessionRecord;
const answered = { t: 'end', uuid: 'u2', at: 2 } as unknown as SessionRecord;

function open(records: readonly SessionRecord[] = [], children: ReadonlyMap<string, readonly SessionRecord[]> = new Map()) {
  const outbox = new Outbox();
  const sessions = new RoundSessions({
    records,
    children,
    outbox,
    paths: new ArtifactPaths({ recorded: '/state', local: '/state' }),
  });
  return { outbox, store: RoundStore.of('run-1', { sessions, dir: '/state' }) };
}

describe('the session of a round', () => {
  it('has the records of the engine, and none of another session', () => {
    const { store } = open([asked]);
    expect(store.has(store.place('run-1'))).toBe(true);
    expect(store.has(store.place('run-2'))).toBe(false);
    expect(store.read(store.place('run-1'))).toEqual([asked]);
    expect(() => store.read(store.place('run-2'))).toThrow(expect.objectContaining({ code: 'SESSION_UNKNOWN' }));
  });

  it('gives new records to the engine, after the earlier ones', () => {
    const { store, outbox } = open([asked]);
    store.reopen(store.place('run-1')).journal.append(answered);
    expect(outbox.take().written).toEqual([{ of: OWN, record: answered }]);
    expect(store.read(store.place('run-1'))).toEqual([asked, answered]);
  });

  it('does not show a record that the engine refuses', () => {
    const { store } = open([asked]);
    const { journal } = store.reopen(store.place('run-1'));
    const large = { ...answered, text: 'x'.repeat(2_000_000) };
    expect(() => journal.append(large)).toThrow(expect.objectContaining({ code: 'ENGINE_STEP_TOO_LARGE' }));
    expect(store.read(store.place('run-1'))).toEqual([asked]);
  });

  it('has its answers when the engine has them, although a later result is on its way', async () => {
    const { store, outbox } = open([asked]);
    const { journal } = store.reopen(store.place('run-1'));
    journal.append({ t: 'message', message: { role: 'assistant', content: [] }, at: 3 } as unknown as SessionRecord);
    const answer = outbox.take();
    journal.append({ t: 'message', message: { role: 'user', content: [] }, at: 4 } as unknown as SessionRecord);
    const order: string[] = [];
    const waits = [journal.answered?.().then(() => order.push('answers')), journal.settled?.().then(() => order.push('all'))];
    outbox.take();
    answer.confirm();
    await waits[0];
    expect(order).toEqual(['answers']);
  });

  it('has one writer', () => {
    const { store } = open([asked]);
    const { journal } = store.reopen(store.place('run-1'));
    expect(() => store.reopen(store.place('run-1'))).toThrow(expect.objectContaining({ code: 'SESSION_BUSY' }));
    journal.close();
    store.reopen(store.place('run-1')).journal.close();
  });

  it('has the sessions of subagents under it, each with its own records', () => {
    const children = new Map([
      ['a', [asked]],
      ['a/b', [answered]],
      ['ab', [asked, answered]],
    ]);
    const { store, outbox } = open([asked], children);
    const under = store.under(store.place('run-1'));
    expect(
      under
        .list()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['a', 'ab']);
    expect(under.read(under.place('ab'))).toEqual([asked, answered]);
    const deep = under.under(under.place('a'));
    expect(deep.read(deep.place('b'))).toEqual([answered]);
    deep.reopen(deep.place('b')).journal.append(asked);
    expect(outbox.take().written).toEqual([{ of: 'a/b', record: asked }]);
    expect(() => under.read(under.place('b'))).toThrow(expect.objectContaining({ code: 'SESSION_UNKNOWN' }));
  });
});

/** A round sorts its sessions by the times of their records, and the records of this law have none. */
const OF_TIMES = 'lists sessions by their last write, newest first';

describeSessionStore('of the subagents of a round', {
  describe,
  it: (law, body) => law === OF_TIMES || it(law, body),
  open: () => {
    const { store } = open([asked]);
    return store.under(store.place('run-1'));
  },
});
