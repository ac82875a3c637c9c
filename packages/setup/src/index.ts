/** The public names, listed by hand: adding a name is a decision. */
export { errors, table as errorTable } from './errors.js';
export { schemaText } from './first/schema.js';
