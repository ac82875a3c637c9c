/** The public names, by hand: adding one is a decision. */
export { observerOf } from './observer-of.js';
export type { OtelOptions } from './settings.js';
