import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '@loadout/config';
import { planHash } from '@loadout/engine-restate';
import { describe, expect, it } from 'vitest';
import { until } from './farm.test-kit.js';
import { openRestate } from './restate-engine.test-kit.js';

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
  noting: { model: noting/script, instructions: Work., tools: [own__note], permissions: { allow: [own__note] } }`;

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
  const { plan } = await loadConfig({ cwd: engine.dir, env: {} });
  const call = async (key: string, handler: string, body: unknown) => {
    const url = `${engine.env.LOADOUT_ENGINE}/loadout-schedules/${encodeURIComponent(key)}/${handler}`;
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  };
  /** Adds a job with a field for seconds, as a file of the local schedule may have one. */
  const everySecond = (id: string, session: string, more: object = {}) => {
    const times = { cron: '* * * * * *', createdAt: Date.now(), jitterMs: 0, recurring: true, durable: false, ...more };
    const target = { agent: 'noting', session, plan: planHash(plan) };
    return call(`noting/${session}`, 'add', { job: { id, prompt: 'Tick.', ...times }, target, nextAt: Date.now() });
  };
  const notes = () => {
    const file = join(engine.dir, 'notes');
    return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  };
  return { ...engine, call, everySecond, notes };
}

/** The due time of a prompt, and how many times before were missed. */
const dueIn = (note: string) => {
  const [, due = '', missed] = /due (\S+?)(?:; (\d+) earlier times were missed and count as this one)?\]$/.exec(note) ?? [];
  return { due: Date.parse(due), missed: Number(missed ?? 0) };
};

describe('a scheduled job on an engine', () => {
  it('is made by the model, fires on the worker that is there, and is listed and deleted by later prompts', async () => {
    const { work, command, notes, untilRun } = await clockwork();
    const first = await work({ elsewhere: true });
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

  it('fires once for each time, over kill -9 of workers, and once for all times that were missed', async () => {
    const { work, everySecond, notes, command } = await clockwork();
    let worker = await work();
    expect(await everySecond('tick', 'ticking')).toMatchObject({ status: 200, text: 'true' });
    for (const count of [2, 4]) {
      await until(() => notes()[count - 1]);
      process.kill(worker.pid, 'SIGKILL');
      await worker.ended;
      // The engine goes on with the time. Nobody is there for the times in between.
      const left = Date.now();
      await until(() => (Date.now() - left > 2500 ? true : undefined));
      worker = await work();
    }
    const before = notes().length;
    await until(() => notes()[before + 1]);
    expect(await command('cancel', 'tick')).toBe('Removed the scheduled job tick\n');
    expect(await command('schedule', 'list', '--engine')).toBe('No scheduled jobs on the engine.\n');
    const fires = notes().map(dueIn);
    for (const [at, { due, missed }] of fires.entries()) {
      const last = fires[at - 1];
      // Each time is in exactly one fire: its own, or the one that counts it as missed.
      if (last !== undefined) expect(due - last.due).toBe((missed + 1) * 1000);
    }
    expect(Math.max(...fires.map(({ missed }) => missed))).toBeGreaterThanOrEqual(1);
  });

  it('survives a restart of the engine', async () => {
    const { work, everySecond, notes, restart } = await clockwork();
    await work();
    await everySecond('tick', 'ticking');
    await until(() => notes()[0]);
    await restart?.();
    const before = notes().length;
    await until(() => notes()[before + 1]);
    const fires = notes().map(dueIn);
    for (const [at, { due, missed }] of fires.entries()) {
      const last = fires[at - 1];
      if (last !== undefined) expect(due - last.due).toBe((missed + 1) * 1000);
    }
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
    ])
      expect((await call('noting/elsewhere', 'add', bad)).status).toBe(400);
    expect((await call('noting/elsewhere', 'fire', { id: 'j', fire: 1 })).status).toBe(400);
    await everySecond('tick', 'ticking');
    await until(() => notes()[0]);
  });
});
