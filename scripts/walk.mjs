/** `node scripts/walk.mjs`: prints the source files that one warm call of `Read` enters, by package. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { isMain, ROOT, readJson } from './lib/workspace.mjs';

/** Returns the files that the call enters, without `src` and ending: `core/call/pipeline`. */
export async function walkPlainCall() {
  const folder = join(ROOT, 'node_modules', '.cache', `loadout-walk-${process.pid}`);
  const workspace = mkdtempSync(join(tmpdir(), 'loadout-walk-'));
  try {
    const program = join(folder, 'plain-call.mjs');
    const to = { outfile: program, format: 'esm', platform: 'node', packages: 'external', sourcemap: 'external' };
    const entryPoints = [join(ROOT, 'scripts/lib/plain-call.mjs')];
    await build({ ...to, entryPoints, bundle: true, tsconfig: join(ROOT, 'tsconfig.json') });
    writeFileSync(join(workspace, 'a.txt'), 'one\ntwo\n');
    const entered = JSON.parse(execFileSync(process.execPath, [program, workspace], { encoding: 'utf8' }));
    return sourcesAt(entered, program);
  } finally {
    for (const made of [folder, workspace]) rmSync(made, { recursive: true, force: true });
  }
}

/** The sources of the functions that begin at these places of a built file. */
function sourcesAt(offsets, file) {
  const code = readFileSync(file, 'utf8');
  const map = new SourceMap(readJson(`${file}.map`));
  const sources = offsets.flatMap((offset) => {
    const lines = code.slice(0, offset).split('\n');
    const { originalSource } = map.findEntry(lines.length - 1, lines.at(-1).length);
    const [, name, path] = /packages\/([^/]+)\/src\/(.+)\.ts$/.exec(originalSource ?? '') ?? [];
    return name === undefined ? [] : [`${name}/${path}`];
  });
  return [...new Set(sources)].sort();
}

/** The number of files of each package, as `core 25, runner 20`. */
function byPackage(files) {
  const counts = new Map();
  for (const [name] of files.map((file) => file.split('/'))) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${name} ${count}`).join(', ');
}

if (isMain(import.meta.url)) {
  const files = await walkPlainCall();
  for (const file of files) console.log(file);
  console.log(`${files.length} files: ${byPackage(files)}`);
}
