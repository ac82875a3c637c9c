import type { SessionRecord } from '@loadout/runner';
import { describe, expect, it } from 'vitest';
import { childRecords, loadChildren, saveChildren } from './child-log.js';

/** The state of an object, which holds JSON. */
function state() {
  const entries = new Map<string, string>();
  const sizes: number[] = [];
  return {
    entries,
    sizes,
    get: async <T>(key: string): Promise<T | null> => JSON.parse(entries.get(key) ?? 'null') as T | null,
    set: (key: string, value: unknown) => {
      entries.set(key, JSON.stringify(value));
      sizes.push(JSON.stringify(value).length);
    },
  };
}

const record = (number: number, chars = 10): SessionRecord => ({ t: 'surroundings', text: `${number} ${'x'.repeat(chars)}` });
const load = (ctx: ReturnType<typeof state>) => loadChildren(ctx as never);
const save = (ctx: ReturnType<typeof state>, ...args: [Awaited<ReturnType<typeof load>>, Record<string, SessionRecord[]>]) =>
  saveChildren(ctx as never, args[0], { records: [], children: args[1] });

describe('the records of subagents in the state of an object', () => {
  it('are read as they were saved, by path and in order, also by a worker that took over in between', async () => {
    const ctx = state();
    const wanted = new Map<string, SessionRecord[]>();
    let log = await load(ctx);
    for (let step = 0; step < 60; step += 1) {
      if (step % 7 === 0) log = await load(ctx);
      const path = ['agent_a', 'agent_a/agent_b', 'agent_c'][step % 3] ?? '';
      const records = [record(step, (step * 997) % 9000), record(step)];
      wanted.set(path, [...(wanted.get(path) ?? []), ...records]);
      save(ctx, log, { [path]: records });
    }
    expect(childRecords(await load(ctx))).toEqual(wanted);
    expect(childRecords(log)).toEqual(wanted);
  });

  it('are pages, so that a step writes little however long the session is', async () => {
    const ctx = state();
    const log = await load(ctx);
    for (let step = 0; step < 500; step += 1) save(ctx, log, { agent_a: [record(step, 1000)] });
    expect(Math.max(...ctx.sizes)).toBeLessThanOrEqual(32 * 1024);
    expect([...ctx.entries.keys()].filter((key) => /agent_a \d+$/.test(key)).length).toBeLessThan(20);
  });

  it('write nothing for a step without them', async () => {
    const ctx = state();
    saveChildren(ctx as never, await load(ctx), { records: [record(1)] });
    expect(ctx.entries.size).toBe(0);
  });
});
