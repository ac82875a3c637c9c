/**
 * The module behind the entries that every start needs. They differ in what their types name: a module for each would be split into
 * a file for each set of entries, and each file costs time at a start.
 */

import '../node-version.js';

export * from '../index.js';
export * from './model.js';
export * from './run.js';
export * from './testing.js';
