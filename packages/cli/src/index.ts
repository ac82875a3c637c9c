/** The exports for the scripts that write the docs. The command itself starts in `main.ts`. */
export { errors, table as errorTable } from './errors.js';
export { commandReference } from './reference.js';
