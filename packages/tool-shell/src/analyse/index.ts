/** The part of the package that is loaded with the parser, at the first call. */
export { accessesOf, filledFrom } from './accesses.js';
export { analyse } from './analyse.js';
