import { runHooks, type SessionHooks } from '@loadout/core';
import type { Calling } from '../ground/ground.js';

/** Lets tools tell hooks of what only they know of. */
export const sessionHooks = ({ calls }: Calling): SessionHooks => ({
  fire: (event, input) => runHooks(event, input, calls),
});
