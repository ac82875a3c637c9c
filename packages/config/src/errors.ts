import { defineErrors } from '@loadout/core';
import { checkingErrors } from './errors/checking-errors.js';
import { readingErrors } from './errors/reading-errors.js';
import { trustErrors } from './errors/trust-errors.js';

/** Every error and warning of this package. `docs/reference/errors.md` is generated from it. */
export const table = { ...readingErrors, ...checkingErrors, ...trustErrors };

export const errors = defineErrors(table);
