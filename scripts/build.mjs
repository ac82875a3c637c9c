// Builds every package and prints only turbo's failures. Turbo's telemetry and notices stay off.
import { spawnSync } from 'node:child_process';

const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', TURBO_NO_UPDATE_NOTIFIER: '1' };
const { status } = spawnSync('turbo', ['run', 'build', '--output-logs=errors-only', '--log-order=grouped'], {
  env,
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
process.exitCode = status ?? 1;
