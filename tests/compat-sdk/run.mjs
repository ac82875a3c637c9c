/** Installs the required version of the official SDK if it is missing, checks the types of the scenarios, and runs them. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const here = import.meta.dirname;
const root = join(here, '../..');
const SDK = '@anthropic-ai/claude-agent-sdk';

/** The optional packages are a binary of 381 MB for each platform. The tested engine replaces the binary. */
if (versionIn(join('node_modules', SDK)) !== JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')).dependencies[SDK])
  run('npm', ['ci', '--omit=optional', '--ignore-scripts'], here);
run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', here], root);
run(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--config', join(here, 'vitest.config.ts'), ...process.argv.slice(2)],
  root,
);

function versionIn(folder) {
  try {
    return JSON.parse(readFileSync(join(here, folder, 'package.json'), 'utf8')).version;
  } catch {
    return undefined;
  }
}

function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
