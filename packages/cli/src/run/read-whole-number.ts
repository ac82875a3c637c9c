import { errors } from '../errors.js';

/** Reads a whole number from 1 to 99,999. Throws USAGE_FLAG_NUMBER. */
export function readWholeNumber(flag: string, value: string): number {
  if (!/^[1-9]\d{0,4}$/.test(value)) throw errors.USAGE_FLAG_NUMBER({ flag, value });
  return Number(value);
}
