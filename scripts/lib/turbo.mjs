import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './workspace.mjs';

const PROGRAM = join(ROOT, 'node_modules/turbo/bin/turbo');

/**
 * Runs tasks, each of which prints only if it fails, and returns the exit code. turbo sends no telemetry. The version of Node is part
 * of what a task is made from.
 */
export const turbo = ([run, ...args]) => start([run, '--output-logs=errors-only', ...args], { stdio: 'inherit' }).status ?? 1;

/** The tasks of these names as turbo sees them now, with their folders and hashes, and without those that they depend on. */
export function tasksNow(names) {
  const options = { stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 2 ** 28 };
  const { status, stdout } = start(['run', ...names, '--dry=json'], options);
  if (status !== 0) throw new Error(`turbo cannot say what ${names.join(' and ')} are made from: it ended with code ${status}.`);
  return JSON.parse(String(stdout)).tasks.filter(({ task, command }) => names.includes(task) && command !== '<NONEXISTENT>');
}

function start(args, options) {
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', LOADOUT_TASK_NODE: process.version };
  return spawnSync(process.execPath, [PROGRAM, ...args], { cwd: ROOT, env, ...options });
}
