import { fileURLToPath } from 'node:url';

/** The file that starts this command in another process. */
export const ownProgram = fileURLToPath(new URL('../bin/loadout.js', import.meta.url));
