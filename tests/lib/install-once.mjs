import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Installs the dependencies of a folder that is no workspace, without their scripts, unless they are there in these versions. */
export function installOnce(folder, more = []) {
  const { dependencies } = readJson(join(folder, 'package.json'));
  const isThere = ([name, version]) => {
    const file = join(folder, 'node_modules', name, 'package.json');
    return existsSync(file) && readJson(file).version === version;
  };
  if (!Object.entries(dependencies).every(isThere))
    runOrEnd('npm', ['ci', '--ignore-scripts', '--loglevel=error', ...more], folder);
}

/** Runs a program, and ends this process as the program ended if it failed. */
export function runOrEnd(command, args, cwd, env = process.env) {
  const { status } = spawnSync(command, args, { cwd, env, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
