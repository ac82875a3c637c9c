/**
 * The fence of a worker: a process that ends the worker's child processes when the worker has ended, and the worker too when it
 * is silent. A stopped worker cannot do either. Its arguments: the worker's process, the tag of its children, the longest silence.
 */
import { killTree } from '@loadout/node';
import { fencedWorker } from './fenced-worker.js';
import { beatEvery, machineMs } from './silence.js';

const fenced = fencedWorker(process.argv.slice(2));
if (fenced === undefined) {
  process.stderr.write('A fence is started by a worker, with its process, the tag of its children and the longest silence.\n');
  process.exit(2);
}
const { worker, tag, mostMs } = fenced;
let heard = machineMs();
let isOver = false;

process.stdin.setEncoding('utf8').on('data', (beats: string) => {
  const newest = Number(beats.trim().split('\n').at(-1));
  if (newest > heard) heard = newest;
});
process.stdin.on('close', () => void end());
// Beats that wait are read first, in case that the fence was stopped and not the worker.
const looking = setInterval(() => setImmediate(() => setImmediate(look)), beatEvery(mostMs));

function look(): void {
  if (machineMs() - heard <= mostMs || isOver) return;
  process.stderr.write(`The worker was silent for ${mostMs} ms, and is killed with its child processes.\n`);
  process.kill(worker, 'SIGKILL');
  void end();
}

async function end(): Promise<void> {
  if (isOver) return;
  isOver = true;
  clearInterval(looking);
  await killTree({ tag });
  process.exit(0);
}
