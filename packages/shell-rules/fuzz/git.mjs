import { parseArgs } from 'node:util';
import { readGitRows } from './lib/git-rows.mjs';
import { inBubblewrap } from './lib/in-bubblewrap.mjs';
import { isSandboxed } from './lib/run-allowed.mjs';

/**
 * Runs git commands with every option and hostile operands. Without a rule they must change nothing. A denied file must never
 * show. What a rule for git covers must start no program but git, and write beside no repository.
 */
const { values } = parseArgs({ options: { commands: { type: 'string', default: '5000' }, seed: { type: 'string' } } });
const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);
if (!isSandboxed()) {
  console.error('bwrap is not installed, and without it these commands must not run. Install the package bubblewrap.');
  process.exit(1);
}
const failures = [];
const table = JSON.stringify(await readGitRows());
const MODES = { none: 'without a rule', rule: 'under Bash(git:*)', table: 'of the table, under Bash(git:*)' };
for (const [mode, under] of Object.entries(MODES)) {
  const one = inBubblewrap('git-driver.mjs', [seed, values.commands, mode, table]);
  failures.push(...one.failures);
  console.log(
    `seed ${seed}, ${under}: ${one.commands} commands, ${one.allowed} allowed, ${one.failures.length} did what no rule allows`,
  );
}
for (const failure of failures) console.log(JSON.stringify(failure));
process.exitCode = failures.length > 0 ? 1 : 0;
