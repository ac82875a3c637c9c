import { placeText as seenFrom } from '@loadout/command';
import type { Position } from '@loadout/core';

/** The place of a rule, as it is seen from a folder. */
export const placeText = (position: Position | undefined, cwd: string): string =>
  position === undefined ? 'no file' : seenFrom(position, cwd);
