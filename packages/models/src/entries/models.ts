/** The module behind both entries: two would be split into three files, and each file costs time at a start. */
export * from '../history/index.js';
export * from '../index.js';
