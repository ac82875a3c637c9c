import { GIT } from './git.js';
import { NPM } from './npm.js';
import type { Program } from './program.js';

/** By the file name of the program in lower case. */
export const PROGRAMS: Readonly<Record<string, Program>> = { git: GIT, npm: NPM };
