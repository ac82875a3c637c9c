import type { Clock } from '@loadout/core/run';
import { after } from '@loadout/node';

/** A clock whose `now` is milliseconds since 1970: jobs are due by the clock on the wall, which may jump. */
export type WallClock = Clock;

export const systemClock: WallClock = { now: () => Date.now(), after };

/** How often it is looked whether something is due. Source: CRONS-01. */
export const TICK_MS = 1000;
