import type { Clock } from '@loadout/core';

/** A timer that fires so late shows that the process was stopped or asleep. */
const STOPPED_MS = 200;
/** The time that a continued process gets to receive everything that ended meanwhile, before a timeout counts. */
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
