import type { Clock } from '@loadout/core';

/** A timer that fires this much too late says that the process was stopped, or slept. */
const STOPPED_MS = 200;
/** How long a process that goes on has to hear of all that ended meanwhile, before anything counts as late. */
const CATCH_UP_MS = 500;

export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, action) {
    const wait = Math.min(ms, 2 ** 31 - 1);
    const due = performance.now() + wait;
    let timer = setTimeout(() => {
      if (performance.now() - due < STOPPED_MS) action();
      else timer = setTimeout(action, CATCH_UP_MS);
    }, wait);
    return () => clearTimeout(timer);
  },
};
