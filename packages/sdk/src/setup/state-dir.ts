import { join } from 'node:path';
import { absoluteFolder } from '@loadout/core/run';
import type { Env } from '../models.js';
import { homeOf } from './home.js';

/**
 * The folder that the runner's function of the same name returns, for use before the runner is loaded. A test compares the two.
 */
export const stateDir = (env: Env): string =>
  env.LOADOUT_STATE_DIR || join(absoluteFolder(env.XDG_STATE_HOME) ?? join(homeOf(env), '.local', 'state'), 'loadout');
