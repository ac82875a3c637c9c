import { defineErrors } from '@loadout/core';
import { usageErrors } from './usage-errors.js';

export const errors = defineErrors(usageErrors);
