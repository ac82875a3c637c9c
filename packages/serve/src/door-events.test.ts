import { expect, it } from 'vitest';
import { doorEvents, eventsOf } from './door-events.js';
import { EventLog } from './event-log.js';
import type { HttpRuns } from './http-runs.js';
import { served } from './served.test-kit.js';

/** Runs whose only run has these lines. */
async function runsWith(lines: readonly object[]): Promise<HttpRuns> {
  const { runs } = await served();
  const log = new EventLog();
  for (const line of lines) log.add(JSON.stringify(line));
  log.close();
  const { id } = await runs.start({ prompt: 'Hi.' });
  await expect.poll(async () => (await runs.get(id)).state).toBe('ended');
  const ended = await runs.get(id);
  return new Proxy<HttpRuns>(runs, {
    get: (target, name) => (name === 'events' ? async () => log : name === 'get' ? async () => ended : Reflect.get(target, name)),
  });
}

it('a run whose result cannot be told as a line ends with the result of its state', async () => {
  const runs = await runsWith([
    { type: 'text', text: 'a' },
    { type: 'tool_call', omitted: 'too deep' },
    { type: 'result', omitted: 'too deep' },
  ]);
  const told = [];
  for await (const event of eventsOf(runs, 'run', new AbortController().signal)) told.push(event);
  expect(told).toMatchObject([{ type: 'text' }, { type: 'result', result: { outcome: 'success', text: 'Asked: Hi.' } }]);
});

it('a client that is gone before the first event interrupts the run', async () => {
  const { runs, waiting } = await served({ turns: [{ tools: [{ Wait: {} }] }, { text: 'Done.' }] });
  const { id } = await runs.start({ prompt: 'Go.' });
  const signal = await waiting;
  const told = [];
  for await (const event of doorEvents(runs, id, AbortSignal.abort())) told.push(event);
  expect(told).toEqual([]);
  await expect.poll(() => signal.aborted).toBe(true);
});
