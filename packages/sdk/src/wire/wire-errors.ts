import { usageErrors } from '@loadout/command';
import { defineErrors } from '@loadout/core';
import { table } from '../errors.js';

/** The errors of the command line are apart, so that the API loads none of them. */
export const errors = defineErrors({ ...usageErrors, ...table });
