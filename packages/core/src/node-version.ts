import { errors } from './errors.js';

const NEEDED = [20, 19] as const;

/** The version of Node. Absent in a browser. */
const { node } =
  (globalThis as { readonly process?: { readonly versions?: { readonly node?: string } } }).process?.versions ?? {};

// Every package imports this one first, so a Node that is too old ends with one sentence, not with a name that it does not know.
const [major = 0, minor = 0] = node?.split('.').map(Number) ?? NEEDED;
if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1]))
  throw errors.NODE_TOO_OLD({ needed: NEEDED.join('.'), version: node ?? '' });
