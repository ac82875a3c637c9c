import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/** Writes the files that changed into the `dist` of a package: a process that reads `dist` meanwhile loses none that stays. */
export function writeDist(dir, files) {
  for (const [path, text] of files) {
    const file = join(dir, 'dist', path);
    if (textOf(file) === text) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** Removes the files of an earlier build from `dist`: all but these. */
export function keepOnly(dir, paths) {
  for (const path of filesIn(join(dir, 'dist'))) if (!paths.has(path)) rmSync(join(dir, 'dist', path));
}

/** The paths of all files in a folder, with `/`. */
export function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .filter((path) => !statSync(join(folder, path)).isDirectory())
    .map((path) => path.split(sep).join('/'));
}

function textOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
