/**
 * node bench/durable/budget.mjs [--seconds 5]
 *
 * A budget that workers share: how often money is held and settled in one second, by how many requests at once, and what open
 * requests cost. Each line has one call to the engine at a time, as a worker has; `requests` are those that share a call.
 */
import { parseArgs } from 'node:util';
import { ask, engineAt, seal } from '../../packages/engine-restate/dist/index.js';
import { printTable } from '../lib/table.mjs';
import { processorMs, startFarm } from './farm.mjs';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '5' } } });
const farm = await startFarm({ calls: 1 });
const rows = [];
try {
  const worker = await farm.work();
  for (const [lines, requests, open] of [
    [1, 1, 0],
    [4, 1, 0],
    [16, 1, 0],
    [4, 10, 0],
    [16, 10, 0],
    [16, 10, 1000],
  ]) {
    const key = `${lines}-${requests}-${open}`;
    await change(key, { settles: [], wishes: Array.from({ length: open }, (_, at) => wish(`open-${at}`)) });
    const before = [processorMs(worker.pid), processorMs(farm.server.pid)];
    const end = performance.now() + Number(values.seconds) * 1000;
    const latencies = [];
    await Promise.all(Array.from({ length: lines }, (_, line) => holdAndSettle({ key, line, requests, end, latencies })));
    const count = latencies.length * requests;
    const [own, engine] = [processorMs(worker.pid) - before[0], processorMs(farm.server.pid) - before[1]];
    latencies.sort((a, b) => a - b);
    rows.push([
      lines,
      requests,
      open,
      (count / Number(values.seconds)).toFixed(0),
      ...[0.5, 0.99].map((part) => latencies[Math.floor(latencies.length * part)].toFixed(1)),
      (own / count).toFixed(2),
      (engine / count).toFixed(2),
    ]);
  }
} finally {
  await farm.close();
}
printTable(
  'Money that is held and settled',
  ['workers', 'requests a call', 'open', 'held and settled/s', 'ms a call', 'p99', 'worker CPU ms', 'engine CPU ms'],
  rows,
);

/** Each call settles the requests of the call before and holds the next. */
async function holdAndSettle({ key, line, requests, end, latencies }) {
  let settles = [];
  for (let turn = 0; performance.now() < end; turn += 1) {
    const wishes = Array.from({ length: requests }, (_, at) => wish(`${line}-${turn}-${at}`));
    const started = performance.now();
    const answers = await change(key, { settles, wishes });
    latencies.push(performance.now() - started);
    if (answers.some(({ isHeld }) => !isHeld)) throw new Error('The budget did not suffice.');
    settles = wishes.map(({ id }) => ({ id, usd: 0.01 }));
  }
}

function wish(id) {
  return { id, usd: 0.1, of: { usd: 1e9, per: 'day' }, run: id, round: id };
}

async function change(key, changes) {
  const { ingress, key: ofEngine } = engineAt(farm.server);
  const body = seal(ofEngine, { act: 'money', service: 'loadout-budgets', of: key }, { now: Date.now(), ...changes });
  const { status, text } = await ask(ingress, `/loadout-budgets/${key}/change`, { body });
  if (status >= 300) throw new Error(`The engine answered ${status}: ${text}`);
  return JSON.parse(text);
}
