import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { loadConfig } from '../../packages/config/dist/index.js';
import { ask, engineAt } from '../../packages/engine-restate/dist/index.js';
import { createAgent } from '../../packages/runner/dist/index.js';
import { MemoryStore } from '../../packages/sessions/dist/index.js';
import { median } from '../lib/measure.mjs';
import { tell } from '../lib/rows.mjs';
import { ms, printTable, ratio } from '../lib/table.mjs';
import { freePorts, processorMs, query, startFarm, untilSays } from './farm.mjs';

/** So many that the start of a run, which is some 20 ms on the engine, is not what is measured. */
const CALLS = 200;
const LONG_CALLS = 3400;
const MOST_RATIO = 1.3;
const MOST_RESUME_MS = 1000;

/** The price of a run on the engine: a step against the engine alone, and the continuation of a long session. */
export async function durableBench({ rounds }) {
  await stepBench(Math.min(rounds, 9));
  await listenerBench(Math.min(rounds, 9));
  await sessionBench(Math.min(rounds, 5));
  await takeoverBench(Math.min(rounds, 5));
}

/**
 * Runs, in turn and on one engine: the agent; a handler that records what the run records, each answer and each result as a step, as a
 * handler without Loadout does; the same handler with the steps of the run, which are fewer and larger; the run without an engine.
 */
async function stepBench(rounds) {
  const farm = await startFarm({ calls: CALLS });
  const bare = await startBare(farm);
  try {
    await farm.work({ concurrency: 1 });
    const times = { run: [], bare: [], same: [], local: [] };
    let counts = {};
    for (let round = -1; round < rounds; round += 1) {
      const run = await promptOf(farm, `run-${round}`);
      const steps = await stepsOf(farm, `run-${round}`);
      const single = singleSteps(steps);
      counts = { run: steps.length, bare: single.length };
      const took = { run, bare: await recordOf(farm, single), same: await recordOf(farm, steps), local: await localOf(farm) };
      if (round >= 0) for (const name of Object.keys(times)) times[name].push(took[name] / CALLS);
    }
    const [run, alone, same, local] = [times.run, times.bare, times.same, times.local].map(median);
    printTable(
      `A call on the engine: a request and its call, ${CALLS} in a run, ${rounds} rounds`,
      ['', 'steps', 'ms a call', 'x the handler'],
      [
        ['a handler of Restate, each answer and each result a step', counts.bare, ms(alone), ratio(alone, alone)],
        ['the handler with the steps of the run', counts.run, ms(same), ratio(same, alone)],
        ['the run without an engine, its session in memory', 0, ms(local), ratio(local, alone)],
        [`the run on the engine (aim ${MOST_RATIO})`, counts.run, ms(run), ratio(run, alone)],
        ['the run on the engine, against the handler with its steps', '', '', ratio(run, same)],
        ['the run on the engine, against that handler and the run without an engine', '', '', ratio(run, same + local)],
      ],
    );
    tell({ id: 'durable.step', name: 'a call on the engine, a handler', value: run, floor: alone, aim: MOST_RATIO });
  } finally {
    bare.kill('SIGTERM');
    await farm.close();
  }
}

/** The records of a run in the steps of a handler that does one thing in each: it asks the model, or it calls a tool. */
function singleSteps(steps) {
  const single = [];
  for (const record of steps.flatMap(({ records }) => records)) {
    if (single.length === 0 || record.t === 'message' || record.t === 'ended') single.push({ records: [] });
    single.at(-1).records.push(record);
  }
  return single;
}

/** A run with nobody who listens, with one listener and with four, in turn: its time, and the processor time of its worker. */
async function listenerBench(rounds) {
  const farm = await startFarm({ calls: CALLS });
  try {
    const worker = await farm.work({ concurrency: 1 });
    const counts = [0, 1, 4];
    const times = counts.map(() => []);
    const processor = counts.map(() => []);
    let heard = 0;
    for (let round = -1; round < rounds; round += 1)
      for (const [at, count] of counts.entries()) {
        const session = `listened-${round}-${count}`;
        const stop = new AbortController();
        const before = processorMs(worker.pid);
        const running = promptOf(farm, session);
        const listeners = Array.from({ length: count }, () => liveEventsOf(farm, session, stop.signal));
        const took = await running;
        const used = processorMs(worker.pid) - before;
        stop.abort();
        heard += (await Promise.all(listeners)).reduce((sum, events) => sum + events, 0);
        if (round < 0) continue;
        times[at].push(took);
        processor[at].push(used);
      }
    if (heard === 0) throw new Error('No listener has heard anything.');
    const [nobody, nobodyProcessor] = [times[0], processor[0]].map(median);
    printTable(
      `A run of ${CALLS} calls and those who listen to it, ${rounds} rounds`,
      ['listeners', 'ms a run', 'x', 'ms of the worker', 'x'],
      counts.map((count, at) => {
        const [took, used] = [times[at], processor[at]].map(median);
        return [count, ms(took), ratio(took, nobody), ms(used), ratio(used, nobodyProcessor)];
      }),
    );
  } finally {
    await farm.close();
  }
}

/** Follows a run and counts its live events. The engine may not know the run at once. */
async function liveEventsOf({ client }, session, signal) {
  let count = 0;
  while (!signal.aborted)
    try {
      for await (const item of client.follow(session, signal)) if ('live' in item) count += 1;
      return count;
    } catch {
      await pause(5);
    }
  return count;
}

/** Plays the run in this process, without an engine, a server and a file. */
async function localOf({ dir }) {
  const { plan } = await loadConfig({ cwd: dir, env: {} });
  const store = new MemoryStore({ dir });
  const started = performance.now();
  const agent = await createAgent({ plan, agent: 'bench', env: { HOME: dir }, sessionStore: () => store });
  const { outcome, error } = await agent.run('Go on.').result;
  const took = performance.now() - started;
  await agent.close();
  if (outcome !== 'success') throw new Error(`The run ended with ${outcome}: ${error?.message}`);
  return took;
}

async function startBare({ server }) {
  const [port] = await freePorts(1);
  const program = fileURLToPath(new URL('bare-handler.mjs', import.meta.url));
  const bare = spawn(process.execPath, [program, String(port), server.admin, server.keyFile], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await untilSays(bare, 'Serving');
  return bare;
}

/** A prompt from its submission to its end, in ms. */
async function promptOf({ client, plan }, session) {
  const started = performance.now();
  const { id } = await client.submit('bench', { session, prompt: 'Go on.', plan });
  const { outcome, error } = await client.result(id);
  if (outcome !== 'success') throw new Error(`The run ended with ${outcome}: ${error?.message}`);
  return performance.now() - started;
}

/** The steps of a run as the engine has recorded them, from its journal. */
async function stepsOf(farm, session) {
  const rows = await query(
    farm,
    `SELECT j.index, j.entry_json FROM sys_journal j JOIN sys_invocation_status i ON i.id = j.id WHERE i.target_service_key = '${session}' AND j.entry_type = 'Notification: Run' ORDER BY j.index`,
  );
  return rows.map(({ entry_json }) => valueIn(JSON.parse(entry_json))).filter(({ records }) => records !== undefined);
}

/** The recorded value: a step, or the time at which the prompt began. */
function valueIn(entry) {
  const bytes = JSON.stringify(entry).match(/\[(?:\d+,)*\d+\]/)?.[0];
  return bytes === undefined ? entry : JSON.parse(Buffer.from(JSON.parse(bytes)).toString());
}

async function recordOf({ server }, steps) {
  const started = performance.now();
  const { status, text } = await ask(engineAt(server).ingress, `/bare/${Math.random()}/record`, { body: steps });
  if (status >= 300) throw new Error(`The engine answered ${status}: ${text}`);
  return performance.now() - started;
}

/** The next prompt of a long session in a worker that has never seen it, against the first prompt of a new session. */
async function sessionBench(rounds) {
  const farm = await startFarm({ calls: LONG_CALLS });
  try {
    await farm.work({ concurrency: 1 });
    await promptOf(farm, 'long');
    const [{ entries }] = await query(
      farm,
      "SELECT COUNT(*) AS entries FROM state WHERE service_name = 'loadout.bench' AND service_key = 'long'",
    );
    const times = [];
    for (let round = 0; round < rounds; round += 1) {
      await farm.end();
      await farm.work({ concurrency: 1 });
      times.push(await promptOf(farm, 'long'));
    }
    const records = await recordsOf(farm, 'long');
    printTable(
      `The next prompt of a long session, ${rounds} new workers`,
      ['records', 'entries of the engine', `ms from prompt to answer (at most ${MOST_RESUME_MS})`],
      [[records, entries, ms(median(times))]],
    );
  } finally {
    await farm.close();
  }
}

async function recordsOf(farm, session) {
  const rows = await query(
    farm,
    `SELECT value_utf8 FROM state WHERE service_name = 'loadout.bench' AND service_key = '${session}' AND (key LIKE 'page %' OR key LIKE 'part %')`,
  );
  return rows.reduce((sum, { value_utf8 }) => sum + JSON.parse(value_utf8).length, 0);
}

/** From the death of a worker in a run to the run's next call in another: the search for lost runs, and the replay of the journal. */
async function takeoverBench(rounds) {
  const rows = [];
  for (const calls of [10, 1000, 3000]) {
    const times = [];
    for (let round = 0; round < rounds; round += 1) times.push(await takeoverAfter(calls));
    rows.push([calls, ms(median(times))]);
  }
  printTable(`A worker is killed in a run, ${rounds} rounds`, ['calls before', 'ms to the next call'], rows);
}

async function takeoverAfter(calls) {
  const farm = await startFarm({ calls: LONG_CALLS });
  try {
    await farm.work();
    const newest = await farm.work();
    const { id } = await farm.client.submit('bench', { session: 'run', prompt: 'Go on.', plan: farm.plan });
    await until(() => farm.effects().length >= calls);
    newest.kill('SIGKILL');
    await ended(newest);
    const before = farm.effects().length;
    const started = performance.now();
    await until(() => farm.effects().length > before);
    const took = performance.now() - started;
    await farm.client.cancel('run');
    await farm.client.result(id).catch(() => {});
    return took;
  } finally {
    await farm.close();
  }
}

async function until(isTrue) {
  while (!isTrue()) await pause(2);
}

const ended = (child) => new Promise((resolve) => child.once('exit', resolve));
