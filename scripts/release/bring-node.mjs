import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from '../lib/workspace.mjs';
import { run } from './run-npm.mjs';

/**
 * Brings a version of Node from npm, once for a folder, without its npm: `{ version, bin }`, where `bin` is the folder of the program.
 * Returns `undefined` with a notice if npm cannot bring it.
 */
export async function bringNode(wanted, { folder, print = console.log }) {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const prefix = join(folder, `node-${wanted}`);
  const place = join(prefix, 'node_modules', name);
  if (wanted === 'latest' || !existsSync(join(place, 'package.json'))) {
    mkdirSync(prefix, { recursive: true });
    writeFileSync(join(prefix, 'package.json'), JSON.stringify({ private: true }));
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--force', '--loglevel=error'];
    const { code, stderr } = await run('npm', ['install', `${name}@${wanted}`, ...quiet], { cwd: prefix });
    if (code !== 0) return void print(`left out: npm cannot bring Node ${wanted}: ${stderr.trim().split('\n')[0]}`);
  }
  return { version: readJson(join(place, 'package.json')).version.replace(/^v/, ''), bin: join(place, 'bin') };
}
