import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Finds an installed package in the `node_modules` of a folder, by its absolute path, and of every folder above it. */
export function packageFolder(name: string, start: string): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
    if (folder === dirname(folder)) return undefined;
  }
}
