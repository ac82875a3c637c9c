import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Writes the files that changed into the `dist` of a package. A process that reads `dist` meanwhile finds each file whole. */
export function writeDist(dir, files) {
  for (const [path, text] of files) {
    const file = join(dir, 'dist', path);
    if (textOf(file) === text) continue;
    mkdirSync(dirname(file), { recursive: true });
    const temporary = `${file}.${process.pid}.tmp`;
    writeFileSync(temporary, text);
    renameSync(temporary, file);
  }
}

/** Removes all other files from `dist`, which an earlier build has left. */
export function keepOnly(dir, paths) {
  for (const path of filesIn(join(dir, 'dist'))) if (!paths.has(path)) rmSync(join(dir, 'dist', path));
}

/** The paths of all files in a folder, with `/`. A link is a file, wherever it leads. */
export function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesIn(join(folder, entry.name)).map((path) => `${entry.name}/${path}`) : [entry.name],
  );
}

function textOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
