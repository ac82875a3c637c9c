import { join } from 'node:path';
import { homeOf } from './home.js';
import type { Env } from './models.js';

/** What the runner's function of this name says, for a moment at which the runner is not loaded yet. A test holds them together. */
export const stateDir = (env: Env): string =>
  env.LOADOUT_STATE_DIR || join(env.XDG_STATE_HOME || join(homeOf(env), '.local', 'state'), 'loadout');
