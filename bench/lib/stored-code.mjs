import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TABLE = 'bench/ratios.json';

/**
 * Rows of the code that stored the table, measured on this machine: its last commit is cloned, built, and stores the rows of these benches
 * in the clone. A ratio moves with the machine, so a row that is above its stored one is compared with this.
 */
export function rowsOfStoredCode(benches) {
  const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
  if (git('rev-parse', '--is-shallow-repository') === 'true')
    throw new Error(
      `This clone has no history, so the code that stored ${TABLE} cannot be measured. Fetch it: git fetch --unshallow`,
    );
  const commit = git('log', '-1', '--format=%H', '--', TABLE);
  const clone = mkdtempSync(join(tmpdir(), 'loadout-bench-stored-'));
  const run = (program, ...args) => execFileSync(program, args, { cwd: clone, stdio: ['ignore', 'ignore', 'inherit'] });
  console.log(`\nThe code that stored the table (${commit.slice(0, 9)}) runs ${benches.join(', ')} on this machine.`);
  try {
    run('git', 'clone', '--quiet', '--shared', '--no-checkout', ROOT, '.');
    run('git', 'checkout', '--quiet', '--detach', commit);
    run('npm', 'ci', '--no-audit', '--no-fund', '--loglevel=error');
    run(process.execPath, 'bench/run.mjs', '--only', benches.join(','), '--store');
    return JSON.parse(readFileSync(join(clone, TABLE), 'utf8')).rows;
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
}
