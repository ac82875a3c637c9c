import { statSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { WatchedPaths } from './watched-paths.js';

const MODULE = /\.[cm]?[jt]sx?$/;
const SPECIFIER = /(?:\bfrom|\bimport|\brequire|\bnew\s+URL)\s*(?:\(\s*)?['"`](\.{1,2}\/[^'"`]+)['"`]/g;
const ENDINGS = ['', '.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.json', '/index.js', '/index.mjs', '/index.ts'];
const MAX_SCANNED = 1024 * 1024;

/**
 * Returns a module and everything that it imports by a relative path, each once. Imports are found in the text; nothing runs. `visit`: called
 * with each file before its text is read, so that a caller can set a bound: a repository can hold any number of modules.
 */
export function withImported(file: string, watched: WatchedPaths, visit: (file: string) => void = () => {}): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [file];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue;
    visit(next);
    found.add(next);
    open.push(...importsOf(next, watched).reverse());
  }
  return found;
}

function importsOf(file: string, watched: WatchedPaths): string[] {
  if (!MODULE.test(file) || statSync(file).size > MAX_SCANNED) return [];
  // A linked module resolves its imports from the link's target.
  const folders = [...new Set([dirname(file), dirname(watched.real(file))])];
  return [...watched.content(file).toString('utf8').matchAll(SPECIFIER)].flatMap(([, specifier = '']) =>
    folders.flatMap((folder) => {
      const path = resolve(folder, specifier.replace(/[?#].*$/, ''));
      return candidates(path).find((one) => watched.isFile(one)) ?? [];
    }),
  );
}

/** A module and everything that it imports by a relative path. */
export const importedFiles = (file: string): readonly string[] => [...withImported(file, new WatchedPaths())];

/** The source files that an import may mean. TypeScript's imports name the compiled file, not the source file. */
function candidates(path: string): readonly string[] {
  const ending = extname(path);
  const source = /^\.[cm]?js$/.test(ending) ? [`${path.slice(0, -ending.length)}${ending.replace('js', 'ts')}`] : [];
  return [...ENDINGS.map((one) => `${path}${one}`), ...source];
}
