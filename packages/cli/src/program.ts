import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The words that start this command in a process of its own. */
export const program = (): readonly string[] => [process.execPath, fileURLToPath(new URL('../bin/loadout.js', import.meta.url))];

export const version = (): string =>
  (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }).version;
