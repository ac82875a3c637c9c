/** The public names, listed by hand: adding a name is a decision. */
export { addEntry, entriesIn, removeEntry } from './edit/edit-entries.js';
export { errors, table as errorTable } from './errors.js';
export { editorSchema, schemaText } from './first/schema.js';
