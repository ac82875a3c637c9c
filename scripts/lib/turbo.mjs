import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './workspace.mjs';

const PROGRAM = join(ROOT, 'node_modules/turbo/bin/turbo');

/** Runs turbo, which sends no telemetry. The version of Node is part of what a task is made from. Returns the exit code. */
export function turbo(args) {
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', LOADOUT_TASK_NODE: process.version };
  return spawnSync(process.execPath, [PROGRAM, ...args], { cwd: ROOT, env, stdio: 'inherit' }).status ?? 1;
}
