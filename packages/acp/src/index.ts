/** The public names, by hand: adding one is a decision. The command is a row of the manifest. */
export { errors, table as errorTable } from './errors.js';
