import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const VERSION = '22.23.3';
const NAME = `node-${process.platform}-${process.arch}`;

/** The path of a Node that is 22.13 or later: the one that runs this, or one that npm brings once for this workspace. */
export function node22(root) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 13)) return process.execPath;
  const cache = join(root, 'node_modules', '.cache');
  const folder = join(cache, 'node-22');
  if (versionIn(folder) !== VERSION) bring(cache, folder);
  return join(folder, 'node_modules', NAME, 'bin', 'node');
}

/** Installs into a folder of its own, because two suites that run side by side may both miss it. */
function bring(cache, folder) {
  mkdirSync(cache, { recursive: true });
  const own = mkdtempSync(join(cache, 'node-22-'));
  writeFileSync(join(own, 'package.json'), JSON.stringify({ private: true }));
  // npm compares the engines of the package with the Node that runs npm, so it needs --force.
  const args = ['install', `${NAME}@${VERSION}`, '--prefix', own, '--ignore-scripts', '--force', '--loglevel=error'];
  const { status } = spawnSync('npm', args, { cwd: own, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  if (versionIn(folder) !== VERSION) {
    rmSync(folder, { recursive: true, force: true });
    renameSync(own, folder);
  } else rmSync(own, { recursive: true });
}

function versionIn(folder) {
  const file = join(folder, 'node_modules', NAME, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined;
}
