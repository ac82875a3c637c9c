import type { Issue } from '../contract/schema.js';

/** The sentence of an issue. `hidesValue`: without the value, which may be a secret. */
export const issueText = ({ message, found }: Issue, { hidesValue = false }: { readonly hidesValue?: boolean } = {}): string =>
  found === undefined || hidesValue ? message : `${message}, is ${found}`;
