import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isFile } from '../read/path-kind.js';
import { matchesWildcard } from '../text/wildcard.js';

/** The files that match a path with `*` in its parts, sorted. A `*` does not match a leading dot. */
export function findIncluded(pattern: string, fromDir: string): readonly string[] {
  const parts = pattern.split('/').filter((part) => part !== '' && part !== '.');
  const start = pattern.startsWith('/') ? '/' : resolve(fromDir);
  const found = parts.reduce<readonly string[]>((folders, part) => folders.flatMap((folder) => step(folder, part)), [start]);
  return found.filter(isFile).sort();
}

function step(folder: string, part: string): readonly string[] {
  if (!part.includes('*')) return [join(folder, part)];
  return names(folder)
    .filter((name) => (part.startsWith('.') || !name.startsWith('.')) && matchesWildcard(part, name))
    .map((name) => join(folder, name));
}

function names(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
