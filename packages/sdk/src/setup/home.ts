import { homedir } from 'node:os';
import type { Env } from './models.js';

/** That of the environment that the program gives. */
export const homeOf = (env: Env): string => env.HOME || homedir();
