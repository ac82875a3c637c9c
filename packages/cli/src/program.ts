import { fileURLToPath } from 'node:url';
import { versionOf } from '@loadout/node';

/** The words that start this command in a process of its own. */
export const program = (): readonly string[] => [process.execPath, fileURLToPath(new URL('../bin/loadout.js', import.meta.url))];

export const version = (): string => versionOf('@loadout/cli', import.meta.url);
