import { errors } from './errors.js';

/** Reads each `--param key=value`. */
export function readParams(values: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    values.map((value) => {
      const sign = value.indexOf('=');
      if (sign < 1) throw errors.USAGE_PARAM({ value });
      return [value.slice(0, sign), value.slice(sign + 1)];
    }),
  );
}
