import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { NO_ENGINE } from '../door/no-engine.test-kit.js';
import type { ScheduleRules } from './job.js';
import { RunSchedule } from './run-schedule.js';

const RULES: ScheduleRules = {
  make: async (wanted) => ({ job: { ...wanted, id: 'job', createdAt: 0, jitterMs: 0 }, nextAt: 1 }),
  due: async () => undefined,
  next: async () => undefined,
  unknown: (id) => new Error(id),
  tooMany: () => new Error('too many'),
};

/** The keys that a session of a configuration reads and writes when it makes a durable job. */
async function keysOf(config: string | undefined, session: string): Promise<readonly string[]> {
  const keys: string[] = [];
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as { readonly query?: string };
    if (body.query === undefined) keys.push(decodeURIComponent((request.url ?? '').split('/')[2] ?? ''));
    else keys.push(/service_key IN \((.*)\)/.exec(body.query)?.[1] ?? '');
    response.end(JSON.stringify(body.query === undefined ? true : { rows: [] }));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const at = { ...NO_ENGINE.admin, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  const target = { agent: 'worker', session, plan: 'p' };
  const schedule = new RunSchedule({
    rules: RULES,
    target,
    config,
    engine: { ...NO_ENGINE, ingress: at, admin: at },
    hide: undefined,
  });
  await schedule.create({ cron: '* * * * *', prompt: 'Go.', recurring: true, durable: true });
  return keys;
}

it('the sessions of a configuration share its durable jobs, and those of configurations without a name share none', async () => {
  expect(await keysOf('clock', 'one')).toEqual(["'worker/one', 'config:clock'", 'config:clock']);
  expect(await keysOf('clock', 'two')).toEqual(["'worker/two', 'config:clock'", 'config:clock']);
  expect(await keysOf(undefined, 'one')).toEqual(["'worker/one'", 'worker/one']);
  expect(await keysOf('', 'two')).toEqual(["'worker/two'", 'worker/two']);
});
