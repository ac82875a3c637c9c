/** `npm run release:version`: turns the changesets into one version and the changelogs, and carries it into all that holds it. */
import { spawnSync } from 'node:child_process';
import { ROOT } from '../lib/workspace.mjs';

const STEPS = [
  ['npx', ['changeset', 'version']],
  // The lock file names the versions of the workspace. Its packages stay as they are.
  ['npm', ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund']],
  ['npm', ['run', '--silent', 'build']],
  ['npm', ['run', '--silent', 'fix']],
  ['node', ['scripts/check-lock.mjs']],
];

for (const [command, args] of STEPS) {
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) {
    console.error(`${[command, ...args].join(' ')} ended with ${status}. Repair it, or take the changes back: git checkout .`);
    process.exit(1);
  }
}
console.log('Read the diff, commit it, and then: npm run release');
