/** The entry for what reads a configuration: what is wrong with a declaration, without the code that runs it. */
export type { Declaration } from './declaration.js';
export type { Problem } from './problems.js';
export { problemsOf } from './problems.js';
