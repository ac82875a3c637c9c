/** The table of models: public facts that Loadout ships, loaded by provider when they are needed. Source: MODEL-04. */
export { catalogueOf, TABLES, type TableName, tableNamed } from './catalogue-of.js';
export { type ModelFacts, modelFacts, modelTable, tableDate, withFacts } from './model-facts.js';
export { type RefusedOption, refusedOption } from './refused-option.js';
