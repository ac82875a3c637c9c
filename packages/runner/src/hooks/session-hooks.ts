import type { SessionHooks } from '@loadout/core';
import { runHooks } from '@loadout/core/run';
import type { Calling } from '../ground/ground.js';

/** Lets tools fire the events that only they can observe. */
export const sessionHooks = ({ calls }: Calling): SessionHooks => ({
  fire: (event, input) => runHooks(event, input, calls),
});
