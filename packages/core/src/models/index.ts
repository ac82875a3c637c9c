/** The table of models: public facts that Loadout ships, loaded by provider when they are needed. Source: MODEL-04. */
export { catalogueOf, tableNamed } from './catalogue-of.js';
export { type ModelFacts, modelFacts, modelTable, tableDate } from './model-facts.js';
export { type RefusedOption, refusedOption } from './refused-option.js';
export { TABLES, type TableName } from './tables.js';
export { withFacts } from './with-facts.js';
