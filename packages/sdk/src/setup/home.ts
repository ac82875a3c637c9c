import { homedir } from 'node:os';
import { absoluteFolder } from '@loadout/core/run';
import type { Env } from '../models.js';

/** The home folder from the program's environment. */
export const homeOf = (env: Env): string => absoluteFolder(env.HOME) ?? homedir();
