import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const CACHE = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');

/** Runs this command once more on another major version of Node, and returns its exit code. */
export function runOnNode(major, args) {
  const { status } = spawnSync(nodeOf(major), [process.argv[1], ...args], { stdio: 'inherit' });
  return status ?? 1;
}

/** The program of the newest Node of this major version. npm brings it once, into the user's folder of caches. */
function nodeOf(major) {
  if (!/^\d+$/.test(major)) throw new Error(`--node takes a major version, such as 24, and not ${major}.`);
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(CACHE, 'loadout-bench', `node-${major}`);
  const program = join(folder, 'node_modules', name, 'bin', 'node');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }));
  // npm compares the engines of the package with the Node that runs npm, so it needs --force.
  const args = ['install', `${name}@${major}`, '--prefix', folder, '--ignore-scripts', '--force', '--loglevel=error'];
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm could not install ${name}@${major}.`);
  return program;
}
