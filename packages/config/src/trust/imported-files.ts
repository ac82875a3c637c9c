import { statSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { WatchedPaths } from './watched-paths.js';

const MODULE = /\.[cm]?[jt]sx?$/;
const SPECIFIER = /(?:\bfrom|\bimport|\brequire|\bnew\s+URL)\s*(?:\(\s*)?['"`](\.{1,2}\/[^'"`]+)['"`]/g;
const ENDINGS = ['', '.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.json', '/index.js', '/index.mjs', '/index.ts'];
const MAX_SCANNED = 1024 * 1024;

/** Adds a module and everything that it imports by a relative path, each once. Imports are found in the text; nothing runs. */
export function withImported(file: string, looked: WatchedPaths, found: Set<string> = new Set()): ReadonlySet<string> {
  if (found.has(file)) return found;
  found.add(file);
  if (!MODULE.test(file) || statSync(file).size > MAX_SCANNED) return found;
  const content = looked.content(file);
  // A linked module resolves its imports from the link's target.
  const folders = new Set([dirname(file), dirname(looked.real(file))]);
  for (const [, specifier = ''] of content.toString('utf8').matchAll(SPECIFIER))
    for (const folder of folders) {
      const path = resolve(folder, specifier.replace(/[?#].*$/, ''));
      const target = candidates(path).find((one) => looked.isFile(one));
      if (target !== undefined) withImported(target, looked, found);
    }
  return found;
}

/** A module and everything that it imports by a relative path. */
export const importedFiles = (file: string): readonly string[] => [...withImported(file, new WatchedPaths())];

/** The source files that an import may mean. TypeScript's imports name the compiled file, not the source file. */
function candidates(path: string): readonly string[] {
  const ending = extname(path);
  const source = /^\.[cm]?js$/.test(ending) ? [`${path.slice(0, -ending.length)}${ending.replace('js', 'ts')}`] : [];
  return [...ENDINGS.map((one) => `${path}${one}`), ...source];
}
