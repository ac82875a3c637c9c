import { isLocal } from './find-package.js';

/** Splits `loadout-plugin-crm@^2.1` into name and range. The `@` of a scope does not start a range. */
export function splitUse(use: string): { name: string; range?: string } {
  const sign = use.indexOf('@', 1);
  if (isLocal(use) || sign === -1) return { name: use };
  return { name: use.slice(0, sign), range: use.slice(sign + 1) };
}
