/** For the scripts that write the docs; the command itself starts in `main.ts`. */
export { errors, table as errorTable } from './errors.js';
export { commandReference } from './reference.js';
