import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Writes the generated files that differ. With `check`, writes nothing. Returns the paths of the different files, relative to
 * `root`. `files` maps such a path to its text.
 */
export function settleFiles(files, { root, check }) {
  const stale = Object.entries(files).filter(([path, text]) => readOrNothing(join(root, path)) !== text);
  if (!check) {
    for (const [path, text] of stale) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
  }
  return stale.map(([path]) => path);
}

const readOrNothing = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

const marker = (name, end = '') => `<!-- ${end}generated:${name} -->`;

/** Replaces the block `name` between its two markers. Without the markers, the text stays unchanged. */
export function replaceBlock(text, { name, block }) {
  const start = text.indexOf(marker(name));
  const end = text.indexOf(marker(name, '/'));
  if (start === -1 || end < start) return text;
  return `${text.slice(0, start + marker(name).length)}\n\n${block.trim()}\n\n${text.slice(end)}`;
}

/** Prints the stale files and, with `check`, fails for them. */
export function concludeSync({ stale, failures, check, repair }) {
  for (const failure of failures) console.error(failure);
  if (check) for (const path of stale) console.error(`${path} is not what the code says.`);
  else for (const path of stale) console.log(`Wrote ${path}`);
  if (failures.length > 0 || (check && stale.length > 0)) {
    console.error(`Repair: ${failures.length > 0 ? 'npm run build' : repair}`);
    process.exitCode = 1;
  } else if (stale.length === 0) console.log('All is as the code says.');
}
