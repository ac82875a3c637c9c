import { isLoadoutError } from '@loadout/core';

/** A value in a sentence. */
export const show = (value: unknown): string => (value === undefined ? 'nothing' : (JSON.stringify(value) ?? String(value)));

/** An error in a sentence. */
export const showError = (error: unknown): string => (isLoadoutError(error) ? `${error.code}: ${error.message}` : String(error));
