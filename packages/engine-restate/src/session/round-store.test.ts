import { describe, expect, it } from 'vitest';
import { Outbox } from './outbox.js';
import { RoundStore } from './round-store.js';

type Records = ConstructorParameters<typeof RoundStore>[0]['records'];

const asked = { t: 'asked', uuid: 'u1', at: '' } as unknown as Records[number];
const answered = { t: 'end', uuid: 'u2', at: '' } as unknown as Records[number];

function open(records: Records = []) {
  const outbox = new Outbox<Records[number]>();
  return { outbox, store: new RoundStore({ id: 'run-1', dir: '/state', records, outbox }) };
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
    expect(outbox.take()).toEqual([answered]);
    expect(store.read(store.place('run-1'))).toEqual([asked, answered]);
  });

  it('does not show a record that the engine refuses', () => {
    const { store } = open([asked]);
    const { journal } = store.reopen(store.place('run-1'));
    const large = { ...answered, text: 'x'.repeat(2_000_000) };
    expect(() => journal.append(large)).toThrow(expect.objectContaining({ code: 'ENGINE_STEP_TOO_LARGE' }));
    expect(store.read(store.place('run-1'))).toEqual([asked]);
  });

  it('has one writer', () => {
    const { store } = open([asked]);
    const { journal } = store.reopen(store.place('run-1'));
    expect(() => store.reopen(store.place('run-1'))).toThrow(expect.objectContaining({ code: 'SESSION_BUSY' }));
    journal.close();
    store.reopen(store.place('run-1')).journal.close();
  });
});
