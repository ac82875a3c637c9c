/**
 * node bench/durable/scale.mjs [--runs 10,100,1000,10000] [--workers 4] [--concurrency 5]
 *
 * Many short runs on several workers of this machine: submits all at once, waits for all ends, counts effects. Each count has a new
 * engine and new workers. It tells the throughput, and the memory of the workers from the first tenth to the last.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { printTable } from '../lib/table.mjs';
import { processorMs, query, rssOf, sizeOf, startFarm } from './farm.mjs';

const CALLS = 5;
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '10,100,1000,10000' },
    workers: { type: 'string', default: '4' },
    concurrency: { type: 'string', default: '5' },
    profile: { type: 'string' },
  },
});

const rows = [];
for (const runs of values.runs.split(',').map(Number)) {
  const one = await measure(runs);
  console.error(JSON.stringify(one));
  const { submit, seconds, worker, engine, first, last, server, disk, found } = one;
  const numbers = [submit, seconds, runs / seconds].map((value) => value.toFixed(1));
  rows.push([runs, ...numbers, ...[worker, engine, first, last, server, disk].map((value) => value.toFixed(0)), found]);
}
printTable(
  `Runs of ${CALLS} calls on ${values.workers} workers with ${values.concurrency} places each`,
  [
    'runs',
    's to submit',
    's to the end',
    'runs/s',
    'worker CPU ms a run',
    'engine CPU ms',
    'worker MB at 10 %',
    'at the end',
    'engine MB',
    'disk MB',
    'effects',
  ],
  rows,
);

async function measure(runs) {
  const farm = await startFarm({ calls: CALLS });
  try {
    for (let count = 0; count < Number(values.workers); count += 1)
      await farm.work({
        concurrency: Number(values.concurrency),
        node: values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] : [],
      });
    const costs = () => ({
      worker: farm.workers.reduce((sum, { pid }) => sum + processorMs(pid), 0),
      engine: processorMs(farm.server.pid),
    });
    const before = costs();
    const started = performance.now();
    await submitAll(farm, runs);
    const submit = (performance.now() - started) / 1000;
    const { first, last } = await watch(farm, runs);
    const seconds = (performance.now() - started) / 1000;
    const after = costs();
    const [worker, engine] = ['worker', 'engine'].map((one) => (after[one] - before[one]) / runs);
    return {
      runs,
      submit,
      seconds,
      worker,
      engine,
      first,
      last,
      server: rssOf(farm.server.pid),
      disk: sizeOf(`${farm.dir}/engine`),
      found: countOf(farm, runs),
    };
  } finally {
    await farm.close();
  }
}

async function submitAll({ client, plan }, runs) {
  let next = 0;
  const submitNext = async () => {
    while (next < runs) {
      next += 1;
      await client.submit('bench', { session: `run-${next}`, prompt: 'Go on.', plan });
    }
  };
  await Promise.all(Array.from({ length: 16 }, submitNext));
}

/** Waits until no run is open, and reads the memory of the largest worker at a tenth of the runs and at the end. */
async function watch(farm, runs) {
  let first;
  for (;;) {
    const [{ open }] = await query(
      farm,
      "SELECT COUNT(*) AS open FROM sys_keyed_service_status WHERE service_name = 'loadout.bench'",
    );
    const largest = Math.max(...farm.workers.map(({ pid }) => rssOf(pid)));
    if (open <= runs * 0.9) first ??= largest;
    if (open === 0) return { first: first ?? largest, last: largest };
    await pause(Math.min(500, Math.max(20, runs / 10)));
  }
}

/** Every call of every run has one effect. */
function countOf(farm, runs) {
  const effects = farm.effects();
  const isExact = effects.length === runs * CALLS && new Set(effects).size === effects.length;
  if (!isExact) throw new Error(`${runs} runs had ${effects.length} effects, ${new Set(effects).size} of them different.`);
  return effects.length;
}
