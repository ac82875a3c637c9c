import type { SessionRecord } from '@loadout/runner';
import type { ObjectContext } from '@restatedev/restate-sdk';
import { describe, expect, it } from 'vitest';
import { emptyLog, loadLogs, saveRecords } from './record-log.js';
import { OWN } from './round-sessions.js';
import { loadSession, saveStep } from './session-log.js';

type Write = (state: Map<string, unknown>) => void;

/** The state of an object, as the engine keeps it: every write is applied by itself, in order. */
function objectState() {
  const writes: Write[] = [];
  const state = new Map<string, unknown>();
  let reads = 0;
  const contextOver = (map: ReadonlyMap<string, unknown>, write: (change: Write) => void) =>
    ({
      get: (name: string) => {
        reads += 1;
        return Promise.resolve(map.get(name) ?? null);
      },
      set: (name: string, value: unknown) => {
        const copy: unknown = structuredClone(value);
        write((into) => into.set(name, copy));
      },
      clear: (name: string) => write((into) => into.delete(name)),
    }) as unknown as ObjectContext;
  return {
    writes,
    state,
    reads: () => reads,
    context: contextOver(state, (change) => {
      writes.push(change);
      change(state);
    }),
    /** A reader that comes after so many writes, such as the prompt after one that was killed. */
    contextAfter: (count: number) => {
      const before = new Map<string, unknown>();
      for (const write of writes.slice(0, count)) write(before);
      return contextOver(before, () => {});
    },
  };
}

const record = (at: number, size = 20) => ({ t: 'note', at, text: 'x'.repeat(size) }) as unknown as SessionRecord;
const timesOf = (records: readonly SessionRecord[]) => records.map((one) => (one as unknown as { at: number }).at);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

/** The log of the session itself. */
async function loadRecords(state: ObjectContext) {
  const [log = emptyLog(OWN)] = await loadLogs(state, [OWN]);
  return log;
}

async function sessionOf(steps: number, size?: number) {
  const object = objectState();
  const log = await loadRecords(object.context);
  for (let step = 0; step < steps; step += 1) saveRecords(object.context, log, [record(step, size)]);
  return object;
}

describe('the records of a session in the state of its object', () => {
  it('are read in their order, whatever their number', async () => {
    for (const steps of [0, 1, 127, 128, 129, 256, 257, 1000]) {
      const { context } = await sessionOf(steps);
      expect(timesOf((await loadRecords(context)).records)).toEqual(upTo(steps));
    }
  });

  it('go on where the prompt before ended', async () => {
    const object = await sessionOf(100);
    const log = await loadRecords(object.context);
    for (let step = 100; step < 300; step += 1) saveRecords(object.context, log, [record(step)]);
    expect(timesOf((await loadRecords(object.context)).records)).toEqual(upTo(300));
  });

  it('are neither lost nor doubled between two writes', async () => {
    const object = await sessionOf(300);
    let before = 0;
    for (let count = 0; count <= object.writes.length; count += 1) {
      const found = timesOf((await loadRecords(object.contextAfter(count))).records);
      expect(found).toEqual(upTo(found.length));
      expect(found.length).toBeGreaterThanOrEqual(before);
      before = found.length;
    }
  });

  it('have few entries, each of at most 1 MiB', async () => {
    const { context, state, reads } = await sessionOf(10_000);
    await loadRecords(context);
    expect(reads()).toBeLessThan(250);
    const large = await sessionOf(20, 300 * 1024);
    for (const value of [...state.values(), ...large.state.values()])
      expect(JSON.stringify(value).length).toBeLessThanOrEqual(1024 * 1024);
    expect(timesOf((await loadRecords(large.context)).records)).toEqual(upTo(20));
  });

  it('are apart for each subagent, also for one whose id begins with that of another', async () => {
    const object = objectState();
    const log = await loadSession(object.context);
    for (let step = 0; step < 300; step += 1)
      saveStep(object.context, log, {
        records: step % 2 === 0 ? [record(step)] : [],
        children: { a: [record(1000 + step)], 'a/b': [record(2000 + step)], ab: [record(3000 + step)] },
      });
    const { own, children } = await loadSession(object.context);
    expect(timesOf(own.records)).toEqual(upTo(150).map((at) => at * 2));
    const found = [...children].map(([path, { records }]) => [path, timesOf(records)[0], records.length]);
    expect(found).toEqual([
      ['a', 1000, 300],
      ['a/b', 2000, 300],
      ['ab', 3000, 300],
    ]);
  });
});
