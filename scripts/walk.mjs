/** `node scripts/walk.mjs`: prints the source files that one warm call of `Read` enters, by package. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transpile } from './lib/transpile.mjs';
import { isMain, ROOT } from './lib/workspace.mjs';

/** Returns the files that the call enters, without `src` and ending: `core/call/pipeline`. */
export async function walkPlainCall() {
  const folder = join(ROOT, 'node_modules', '.cache', `loadout-walk-${process.pid}`);
  const workspace = mkdtempSync(join(tmpdir(), 'loadout-walk-'));
  try {
    await transpile({ root: ROOT, packages: ['core', 'models', 'node', 'runner', 'sessions', 'tool-fs'], folder });
    const program = join(folder, 'plain-call.mjs');
    copyFileSync(join(ROOT, 'scripts/lib/plain-call.mjs'), program);
    writeFileSync(join(workspace, 'a.txt'), 'one\ntwo\n');
    return JSON.parse(execFileSync(process.execPath, [program, workspace], { encoding: 'utf8' }));
  } finally {
    for (const made of [folder, workspace]) rmSync(made, { recursive: true, force: true });
  }
}

/** The number of files of each package, as `core 25, runner 20`. */
export function byPackage(files) {
  const counts = new Map();
  for (const [name] of files.map((file) => file.split('/'))) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${name} ${count}`).join(', ');
}

if (isMain(import.meta.url)) {
  const files = await walkPlainCall();
  for (const file of files) console.log(file);
  console.log(`${files.length} files: ${byPackage(files)}`);
}
