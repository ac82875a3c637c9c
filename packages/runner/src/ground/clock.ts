import type { Clock } from '@loadout/core';
import { after } from '@loadout/node';

export const systemClock: Clock = { now: () => performance.now(), after };
