/** Public facts about models, by their names: windows, prices, capabilities, and the packages of their providers. Source: MODEL-04. */

export { catalogueOf, TABLES, type TableName, tableNamed } from './catalogue-of.js';
export { reservedFields, withExtra } from './extra-fields.js';
export { knownModel, longestName, withKnownFacts, withPrice } from './known-models.js';
export { afterInstall, type KnownProvider, knownNames, knownProvider, knownProviders, unusedKey } from './known-providers.js';
export { type ModelFacts, modelFacts, modelTable, nearestModel, tableDate, withFacts } from './model-facts.js';
export { type RefusedOption, refusedOption } from './refused-option.js';
export { isAboutServerTool, type ServerTool, serverToolEntries, serverToolsOf, withoutServerTools } from './server-tools.js';
