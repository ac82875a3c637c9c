import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this package, from which the first-party packages installed with it can be found. */
export const ownFolder = (): string => fileURLToPath(new URL('.', import.meta.url));

/** A text that differs between two versions of this package, and between two builds of one version. */
export function ownVersion(): string {
  for (let folder = ownFolder(); ; folder = dirname(folder)) {
    try {
      const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
      return `${version} ${statSync(fileURLToPath(import.meta.url)).mtimeMs}`;
    } catch (error) {
      if (folder === dirname(folder)) throw error;
    }
  }
}
