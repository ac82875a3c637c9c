import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '@loadout/config';
import { ask, engineAt, planHash, seal } from '@loadout/engine-restate';
import { codeHash } from '@loadout/lock';
import { describe, expect, it } from 'vitest';
import { openRestate } from './restate-engine.test-kit.js';
import { until } from './until.js';

const PLUGIN = `import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { definePlugin, defineTool } from '@loadout/core';
const note = defineTool({
  name: 'note',
  description: 'Writes a line.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  annotations: { readOnlyHint: false },
  call({ text }) {
    appendFileSync(join(import.meta.dirname, 'notes'), text.split('\\n')[0] + '\\n');
    return 'noted';
  },
});
export default definePlugin({ name: 'own', setup: () => ({ tools: [note] }) });
`;

const config = (agents: string) => `name: clock
plugins: { own: ./own.mjs, schedule: { use: '@loadout/tool-schedule', options: { jitter: false } } }
providers:
  making: { use: '@loadout/model-script', options: { file: ./making.yaml } }
  noting: { use: '@loadout/model-script', options: { file: ./noting.yaml } }
permissions: { allow: [own__note, CronCreate, CronList, CronDelete] }
agents:${agents}
`;
const AGENTS = `
  making: { model: making/script, instructions: Work., tools: [CronCreate, CronDelete, CronList, own__note] }
  noting: { model: noting/script, instructions: Work., tools: [own__note] }
  asking: { model: noting/script, instructions: Work., tools: [own__note], permissions: { ask: [own__note] } }`;

/** A job that fires once, at the next full minute; then a durable one that is listed and deleted by later prompts. */
const MAKING = `turns:
  - tools: [{ CronCreate: { cron: '* * * * *', prompt: 'Water the plants.', recurring: false } }]
  - text: Scheduled.
  - tools: [{ own__note: { text: '{{prompt}}' } }]
  - tools: [{ CronCreate: { cron: '0 9 1 1 *', prompt: 'Happy new year.', durable: true }, as: made }]
  - text: Watered.
  - tools: [{ CronList: {}, as: listed }]
  - text: '{{listed.text}}'
  - tools: [{ CronDelete: { id: '{{made.match /job (\\w+)/}}' } }]
  - tools: [{ CronList: {}, as: left }]
  - text: '{{left.text}}'
  - tools: [{ CronDelete: { id: '{{made.match /job (\\w+)/}}' }, as: gone }]
  - text: '{{gone.text}}'
`;
const NOTING = `turns:
${'  - tools: [{ own__note: { text: "{{prompt}}" } }]\n  - text: Noted.\n'.repeat(60)}`;

async function clockwork() {
  const engine = await openRestate({
    'agent.config.yaml': config(AGENTS),
    'own.mjs': PLUGIN,
    'making.yaml': MAKING,
    'noting.yaml': NOTING,
  });
  const loaded = await loadConfig({ cwd: engine.dir, env: {} });
  const code = await codeHash(loaded.plan, { env: {}, trust: { file: join(engine.dir, 'none.json') } });
  const plan = planHash(loaded.plan, code);
  const call = async (key: string, handler: string, body: unknown) => {
    const { ingress, key: ofEngine } = engineAt(engine.address);
    const act = { act: handler === 'remove' ? 'removal' : 'job', service: 'loadout-schedules', of: key } as const;
    return ask(ingress, `/loadout-schedules/${encodeURIComponent(key)}/${handler}`, { body: seal(ofEngine, act, body) });
  };
  /** Adds a job with a field for seconds, as a file of the local schedule may have one. */
  const everySecond = (
    id: string,
    session: string,
    {
      agent = 'noting',
      handler = 'add',
      ...more
    }: { readonly agent?: string; readonly handler?: string; readonly createdAt?: number } = {},
  ) => {
    const times = { cron: '* * * * * *', createdAt: Date.now(), jitterMs: 0, recurring: true, durable: false, ...more };
    const target = { agent, session, plan };
    return call(`${agent}/${session}`, handler, { job: { id, prompt: 'Tick.', ...times }, target, nextAt: Date.now() });
  };
  const notes = () => {
    const file = join(engine.dir, 'notes');
    return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  };
  /** The fires of a session, as the prompts on record tell them. */
  const fires = async (session: string) => {
    if (!(await engine.client.runs()).some(({ run }) => run === session)) return [];
    const { records } = await engine.client.session(session);
    return records.flatMap((record) => (record.t === 'asked' ? [dueIn(String(record.prompt).split('\n')[0] ?? '')] : []));
  };
  return { ...engine, call, everySecond, notes, fires, target: { agent: 'noting', plan } };
}

/** The due time of a prompt, and how many times before were missed. */
const dueIn = (note: string) => {
  const [, due = '', missed] = /due (\S+?)(?:; (\d+) earlier times were missed and count as this one)?\]$/.exec(note) ?? [];
  return { due: Date.parse(due), missed: Number(missed ?? 0) };
};

/** Each time is in exactly one fire: its own, or the one that counts it as missed. */
function expectEachTimeOnce(fires: readonly ReturnType<typeof dueIn>[]): void {
  for (const [at, { due, missed }] of fires.entries()) {
    const last = fires[at - 1];
    if (last !== undefined) expect(due - last.due).toBe((missed + 1) * 1000);
  }
}

describe('a scheduled job on an engine', () => {
  it('is made by the model, fires on the worker that is there, and is listed and deleted by later prompts', async () => {
    const { work, command, notes, untilRun } = await clockwork();
    const first = await work({ elsewhere: true });
    // The worker dies before the job is due: the full minute is not near when the job is made.
    await until(() => new Date().getSeconds() < 30 || undefined);
    const run = (await command('submit', 'making', 'Begin.')).trim();
    await untilRun(run, ({ state }) => state === 'ended');
    expect(await command('schedule', 'list', '--engine')).toMatch(
      /^[0-9a-f]{8} +making \S+ +\* \* \* \* \* .* Water the plants\.\n$/,
    );
    process.kill(first.pid, 'SIGKILL');
    await first.ended;
    await work({ elsewhere: true });
    await until(() => notes()[0]);
    expect(notes()[0]).toMatch(/^\[Scheduled job [0-9a-f]{8}, due \d{4}-\d\d-\d\dT\d\d:\d\d:00\.000Z\]$/);
    await untilRun(run, ({ state, view }) => state === 'ended' && view?.end?.text === 'Watered.');
    // The job that fired once is gone.
    await until(async () => ((await command('schedule', 'list', '--engine')).includes('Water') ? undefined : true));
    expect(await command('resume', run, 'What is there?', '--engine')).toMatch(
      /durable, next at \d{4}-01-01T\S+: "Happy new year\."/,
    );
    expect(await command('resume', run, 'Delete it.', '--engine')).toBe('No scheduled jobs.\n');
    expect(await command('resume', run, 'Again.', '--engine')).toMatch(/CRON_UNKNOWN|no scheduled job/i);
    expect(notes()).toHaveLength(1);
  });

  it('fires once for each time, over kill -9 of workers, until it is removed', async () => {
    const { work, everySecond, fires, command } = await clockwork();
    let worker = await work();
    expect(await everySecond('tick', 'ticking')).toMatchObject({ status: 200, text: 'true' });
    for (const count of [2, 4]) {
      await until(async () => (await fires('ticking'))[count - 1]);
      process.kill(worker.pid, 'SIGKILL');
      await worker.ended;
      worker = await work();
    }
    await until(async () => (await fires('ticking'))[6]);
    expect(await command('cancel', 'tick')).toBe('Removed the scheduled job tick\n');
    expect(await command('schedule', 'list', '--engine')).toBe('No scheduled jobs on the engine.\n');
    expectEachTimeOnce(await fires('ticking'));
  });

  it('fires once for all times at which no worker was there', async () => {
    const { work, everySecond, fires } = await clockwork();
    const worker = await work();
    process.kill(worker.pid, 'SIGKILL');
    await worker.ended;
    // The engine keeps the job until a worker is there.
    await everySecond('tick', 'ticking', { createdAt: Date.now() - 20_000, handler: 'add/send' });
    await work();
    const first = await until(async () => (await fires('ticking'))[0]);
    expect(first.missed).toBeGreaterThanOrEqual(19);
    await until(async () => (await fires('ticking'))[1]);
    expectEachTimeOnce(await fires('ticking'));
  });

  it('fires again only when its run has ended, and counts the times in between as missed', async () => {
    const { work, everySecond, fires, untilRun, command } = await clockwork();
    await work();
    await everySecond('tick', 'asking', { agent: 'asking' });
    await untilRun('asking', ({ state }) => state === 'waiting');
    const first = Date.now();
    await until(() => (Date.now() > first + 2000 ? true : undefined));
    expect(await fires('asking')).toHaveLength(1);
    expect(await command('schedule', 'list', '--engine')).toMatch(/^tick +asking asking .* runs +Tick\.\n$/);
    await command('approve', 'asking');
    const second = await until(async () => (await fires('asking'))[1]);
    expect(second.missed).toBeGreaterThanOrEqual(1);
    expectEachTimeOnce(await fires('asking'));
  });

  it('survives a restart of the engine', async () => {
    const { work, everySecond, fires, restart } = await clockwork();
    await work();
    await everySecond('tick', 'ticking');
    await until(async () => (await fires('ticking'))[0]);
    await restart?.();
    const before = (await fires('ticking')).length;
    await until(async () => (await fires('ticking'))[before + 1]);
    expectEachTimeOnce(await fires('ticking'));
  });

  it('waits for a worker of its plan, and is no job if it is not whole', async () => {
    const { work, everySecond, notes, call, untilRun, command } = await clockwork();
    await work();
    const other = { agent: 'noting', session: 'elsewhere', plan: 'another' };
    const job = { id: 'j', cron: '* * * * * *', prompt: 'Tick.', createdAt: 0, jitterMs: 0, recurring: true, durable: false };
    const added = { job, target: other, nextAt: Date.now() };
    expect(await call('noting/elsewhere', 'add', added)).toMatchObject({ status: 200 });
    const { says } = await untilRun('elsewhere', ({ state }) => state === 'stuck');
    expect(says).toContain('was submitted with the plan another');
    expect(await command('cancel', 'j')).toContain('Removed');
    expect(await command('cancel', 'elsewhere')).toContain('Cancelled 1 prompt');
    for (const bad of [
      {},
      { ...added, nextAt: 'soon' },
      { ...added, target: { ...other, agent: 'a/b' } },
      { ...added, job: { ...job, cron: 7 } },
      { ...added, job: { ...job, jitterMs: 'some' } },
      { ...added, job: { ...job, expiresAt: 'soon' } },
    ])
      expect((await call('noting/elsewhere', 'add', bad)).status).toBe(400);
    expect((await call('noting/elsewhere', 'fire', { id: 'j', fire: 1 })).status).toBe(400);
    await everySecond('tick', 'ticking');
    await until(() => notes()[0]);
  });

  it('fires no more if its rules refuse it, and stops no other prompt of its session', async () => {
    const { work, call, everySecond, fires, command, target } = await clockwork();
    await work();
    const job = { id: 'bad', cron: 'at dawn', prompt: 'Tick.', createdAt: 0, jitterMs: 0, recurring: true, durable: false };
    const added = { job, target: { ...target, session: 'ticking' }, nextAt: Date.now() };
    expect(await call('noting/ticking', 'add', added)).toMatchObject({ status: 200 });
    await until(async () => ((await command('schedule', 'list', '--engine')).includes('bad') ? undefined : true));
    await everySecond('tick', 'ticking');
    await until(async () => (await fires('ticking'))[0]);
  });

  it('goes on with its fires when it is added once more', async () => {
    const { work, everySecond, fires } = await clockwork();
    await work();
    await everySecond('tick', 'ticking');
    await until(async () => (await fires('ticking'))[1]);
    const before = (await fires('ticking')).length;
    expect(await everySecond('tick', 'ticking')).toMatchObject({ status: 200, text: 'true' });
    await until(async () => (await fires('ticking'))[before + 1]);
    expectEachTimeOnce(await fires('ticking'));
  });
});
