/** The public names, listed by hand: adding a name is a decision. */
export { addEntry, entriesIn, removeEntry } from './edit/edit-entries.js';
export { type KeepRuleOptions, type KeptRule, keepRule } from './edit/keep-rule.js';
export { errors, table as errorTable } from './errors.js';
export { editorSchema, schemaText } from './first/schema.js';
