import { byWidth, PERMISSION_MODES } from '@loadout/core';

/** The permission modes that allow no more than the default. */
export const NARROW_MODES = PERMISSION_MODES.filter((mode) => byWidth(mode, 'default') <= 0);
