import { parseArgs } from 'node:util';
import { inBubblewrap } from './lib/in-bubblewrap.mjs';
import { isSandboxed } from './lib/run-allowed.mjs';

/**
 * Runs sequences of calls that carry their state from one call to the next: folders, links, archives, clones, background jobs.
 * Each call is decided under random rules in the state that the earlier calls left, and runs for real, in bubblewrap. First, the
 * traps must show every known attack when every call runs.
 */
const { values } = parseArgs({ options: { sequences: { type: 'string', default: '500' }, seed: { type: 'string' } } });
const sequences = Number(values.sequences);
const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);
const BATCH = 500;
const run = (from, count) => inBubblewrap('sequence-driver.mjs', [from, count]);

if (!isSandboxed()) {
  console.error('bwrap is not installed, and without it these commands must not run. Install the package bubblewrap.');
  process.exit(1);
}
const known = run('known', 0);
if (known.missed.length > 0) throw new Error(`The traps do not show ${known.missed.join(', ')}.`);
console.log(
  `the traps show every known attack; ${known.failures.length} of ${known.sequences} under rules did what no rule allows`,
);
const total = { sequences: 0, calls: 0, ran: 0, failures: [...known.failures] };
while (total.sequences < sequences && total.failures.length < 20) {
  const one = run(seed + total.sequences, Math.min(BATCH, sequences - total.sequences));
  for (const key of ['sequences', 'calls', 'ran']) total[key] += one[key];
  total.failures.push(...one.failures);
  for (const failure of one.failures) console.log(JSON.stringify(failure));
  console.log(
    `seed ${seed}: ${total.sequences} sequences, ${total.calls} calls, ${total.ran} run, ${total.failures.length} did what no rule allows`,
  );
}
process.exitCode = total.failures.length > 0 ? 1 : 0;
