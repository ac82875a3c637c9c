import { describe, expect, it } from 'vitest';
import { EventLog } from './event-log.js';

const never = new AbortController().signal;

async function idsAfter(log: EventLog, { id, signal = never }: { readonly id: number; readonly signal?: AbortSignal }) {
  const ids: number[] = [];
  for await (const event of log.after(id, signal)) ids.push(event.id);
  return ids;
}

function logOf(count: number): EventLog {
  const log = new EventLog();
  for (let index = 0; index < count; index++) log.add(`{"n":${index}}`);
  return log;
}

describe('the events of a served run (CLI-07)', () => {
  it('are read from behind any of them, by any number of readers, to the last', async () => {
    const log = logOf(2);
    const readers = [idsAfter(log, { id: 0 }), idsAfter(log, { id: 1 }), idsAfter(log, { id: 2 })];
    log.add('{}');
    log.close();
    expect(await Promise.all(readers)).toEqual([[1, 2, 3], [2, 3], [3]]);
    expect(await idsAfter(log, { id: 3 })).toEqual([]);
  });

  it('are bounded: of a very long run the oldest are passed over', async () => {
    const log = logOf(20_001);
    log.close();
    const ids = await idsAfter(log, { id: 0 });
    expect([log.count, ids[0], ids.at(-1)]).toEqual([20_001, 5_001, 20_001]);
  });

  it('are waited for no longer once the reader is gone', async () => {
    const controller = new AbortController();
    const read = idsAfter(logOf(1), { id: 0, signal: controller.signal });
    controller.abort();
    expect((await read).length).toBeLessThanOrEqual(1);
  });
});
