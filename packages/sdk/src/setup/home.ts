import { homedir } from 'node:os';
import type { Env } from '../models.js';

/** The home folder from the program's environment. */
export const homeOf = (env: Env): string => env.HOME || homedir();
