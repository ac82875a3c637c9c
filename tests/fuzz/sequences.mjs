import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdtempSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isSandboxed } from './lib/run-allowed.mjs';

/**
 * Sequences of calls that carry their state from one to the next: folders, links, archives, clones, background jobs. Each call
 * is decided upon under random rules with what the calls before it left, and runs for real, in bubblewrap. First the traps
 * must show what is known to be an attack when every call runs.
 */
const { values } = parseArgs({ options: { sequences: { type: 'string', default: '500' }, seed: { type: 'string' } } });
const sequences = Number(values.sequences);
const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);
const BATCH = 500;
const root = fileURLToPath(new URL('../../', import.meta.url));

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
  console.log(
    `seed ${seed}: ${total.sequences} sequences, ${total.calls} calls, ${total.ran} run, ${total.failures.length} did what no rule allows`,
  );
}
for (const failure of total.failures) console.log(JSON.stringify(failure));
process.exitCode = total.failures.length > 0 ? 1 : 0;

function run(from, count) {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-sequences-'));
  const system = ['bin', 'sbin', 'lib', 'lib32', 'lib64'].flatMap((name) => {
    const path = `/${name}`;
    if (!existsSync(path)) return [];
    return lstatSync(path).isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path];
  });
  const node = dirname(dirname(process.execPath));
  const done = spawnSync(
    'bwrap',
    [
      ...['--tmpfs', '/', '--ro-bind', '/usr', '/usr', '--ro-bind', '/etc', '/etc', ...system],
      ...['--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp', '--tmpfs', '/space', '--tmpfs', '/fired'],
      ...['--ro-bind', root, root, ...(node === '/usr' ? [] : ['--ro-bind', node, node]), '--bind', folder, '/out'],
      ...[
        '--unshare-all',
        '--die-with-parent',
        '--new-session',
        '--clearenv',
        '--setenv',
        'PATH',
        '/usr/bin:/bin',
        '--setenv',
        'SHLVL',
        '1',
      ],
      ...[process.execPath, join(root, 'tests/fuzz/lib/sequence-driver.mjs'), root, String(from), String(count), '/out/results'],
    ],
    { stdio: ['ignore', 'inherit', 'pipe'], timeout: 1_800_000 },
  );
  try {
    if (done.status !== 0) throw new Error(`bwrap ended with ${done.status}: ${String(done.stderr).slice(-2_000)}`);
    return JSON.parse(readFileSync(join(folder, 'results'), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
