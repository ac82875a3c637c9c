import { runHooks, type ServiceOffer, SessionHooks } from '@loadout/core';
import type { RunState } from '../turn/run-state.js';

/** Lets tools tell hooks of what only they know of. */
export function sessionHooks(run: () => RunState): ServiceOffer<unknown> {
  const value: SessionHooks = { fire: (event, input) => runHooks(event, input, run().calls) };
  return { service: SessionHooks, create: () => value };
}
