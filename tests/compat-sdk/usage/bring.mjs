import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const here = import.meta.dirname;
const program = join(here, 'node_modules/ccusage/dist/index.js');

/** The program that counts tokens. npm brings it the first time. Throws if npm cannot. */
export function bringUsage() {
  if (!existsSync(program)) spawnSync('npm', ['ci', '--ignore-scripts'], { cwd: here, stdio: 'inherit' });
  if (!existsSync(program)) throw new Error(`npm ci in ${here} did not bring ccusage. It needs the npm registry once.`);
  return program;
}
