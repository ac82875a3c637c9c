/** The public names, by hand: adding one is a decision. */
export { errors, table as errorTable } from './errors.js';
export { type Imported, type ImportedFile, type ImportOptions, importConfig } from './import-config.js';
export { FORMATS, type Format } from './recognise.js';
