// Asks the official `claude plugin validate` about the plugins of plugins.mjs, and `loadout plugin check` (as built) too. Fails if a
// verdict is not the one in the table. Needs no key, and no network once the program is here.
//   npm run compare:plugins                     brings the program from npm (about 380 MB)
//   npm run compare:plugins -- path/to/claude   takes this one

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plugins } from './plugins.mjs';

const VERSION = '2.1.330';
const loadout = fileURLToPath(new URL('../../cli/bin/loadout.js', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'loadout-validate-'));
try {
  const claude = process.argv[2] ?? bringClaude();
  const differences = plugins.flatMap((row, index) => compare(row, { claude, folder: join(work, String(index), 'plugin') }));
  for (const one of differences) console.log(one);
  const only = plugins.filter(([, verdict]) => typeof verdict === 'object');
  console.log(`${plugins.length} plugins, ${plugins.length - only.length} with one verdict, ${only.length} refused here alone:`);
  for (const [what, { reason }] of only) console.log(`  ${what}: ${reason}`);
  process.exitCode = differences.length === 0 ? 0 : 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}

function compare([what, verdict, files], { claude, folder }) {
  for (const [name, value] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value));
  }
  const theirs = verdictOf(claude, ['plugin', 'validate', '--json', folder]);
  const ours = verdictOf(process.execPath, [loadout, 'plugin', 'check', '--json', folder]);
  const expected = [verdict === 'refused' ? 'refused' : 'taken', verdict === 'taken' ? 'taken' : 'refused'];
  if (theirs === expected[0] && ours === expected[1]) return [];
  return [`${what}: claude ${theirs}, loadout ${ours}; the table has ${expected.join(' and ')}`];
}

/** A program that ends in another way than with a verdict has none. */
function verdictOf(program, args) {
  const env = { ...process.env, HOME: work, CLAUDE_CONFIG_DIR: join(work, 'claude'), LOADOUT_STATE_DIR: join(work, 'state') };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: work, env, encoding: 'utf8' });
  try {
    JSON.parse(stdout);
  } catch {
    return `no report (${status}): ${stdout}${stderr}`;
  }
  return status === 0 ? 'taken' : 'refused';
}

/** The official program for this machine, without its install scripts. */
function bringClaude() {
  const args = [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--prefix',
    work,
    `@anthropic-ai/claude-code@${VERSION}`,
  ];
  const { status } = spawnSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const folder = join(work, 'node_modules/@anthropic-ai');
  const found =
    status === 0 ? readdirSync(folder, { recursive: true }).find((path) => /\/claude(?:\.exe)?$/.test(path)) : undefined;
  if (found === undefined) throw new Error(`npm brought no program for ${process.platform} ${process.arch}.`);
  return join(folder, found);
}
