import type { SessionRecord } from '@loadout/sessions';
import type { ObjectContext } from '@restatedev/restate-sdk';
import { describe, expect, it } from 'vitest';
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

/** The log of a session, with its own records. */
const loadRecords = async (state: ObjectContext) => {
  const log = await loadSession(state);
  return { ...log, records: log.own.records };
};

/** A session of prompts with so many steps each. */
async function sessionOf(prompts: number, { steps = 1, size = 20 } = {}) {
  const object = objectState();
  for (let prompt = 0; prompt < prompts; prompt += 1) {
    const log = await loadRecords(object.context);
    for (let step = 0; step < steps; step += 1) saveStep(object.context, log, { records: [record(prompt * steps + step, size)] });
    saveStep(object.context, log, { records: [], end: END });
  }
  return object;
}

const END = { outcome: 'success', text: '', turns: 1, toolCalls: 0, costUsd: 0, asks: [] } as const;

describe('the records of a session in the state of its object', () => {
  it.each([0, 1, 127, 128, 129, 130, 257, 400])('are read in their order after %i prompts', async (prompts) => {
    const { context } = await sessionOf(prompts, { steps: 3 });
    expect(timesOf((await loadRecords(context)).records)).toEqual(upTo(3 * prompts));
  });

  it('are all in the state after a round ends, and after a prompt is cancelled', async () => {
    const { context } = await sessionOf(2, { steps: 5 });
    const log = await loadRecords(context);
    saveStep(context, log, { records: [record(10)] });
    expect(timesOf((await loadRecords(context)).records)).toEqual(upTo(10));
    saveStep(context, log, { records: [], end: END });
    expect(timesOf((await loadRecords(context)).records)).toEqual(upTo(11));
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

  it.each([
    { prompts: 1, steps: 10_000 },
    { prompts: 2000, steps: 5 },
    { prompts: 1, steps: 20, size: 300 * 1024 },
    { prompts: 20, steps: 1, size: 300 * 1024 },
  ])('have few entries, each of at most 1 MiB: %o', async ({ prompts, ...shape }) => {
    const { context, state, reads } = await sessionOf(prompts, shape);
    const before = reads();
    expect((await loadRecords(context)).records).toHaveLength(prompts * shape.steps);
    expect(reads() - before).toBeLessThan(200);
    for (const value of state.values()) expect(JSON.stringify(value).length).toBeLessThanOrEqual(1024 * 1024);
  });

  it('are apart for each subagent, also for one whose id begins with that of another', async () => {
    const object = objectState();
    const log = await loadSession(object.context);
    for (let step = 0; step < 300; step += 1)
      saveStep(object.context, log, {
        records: step % 2 === 0 ? [record(step)] : [],
        children: { a: [record(1000 + step)], 'a/b': [record(2000 + step)], ab: [record(3000 + step)] },
        ...(step % 3 === 0 ? { end: END } : {}),
      });
    saveStep(object.context, log, { records: [], end: END });
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
