/** The module behind the entries that only some runs load: the table of models, and a conversation for another model. One file, as in core.ts. */
export * from '../history/index.js';
export * from '../models/index.js';
