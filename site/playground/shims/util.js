export const promisify =
  (call) =>
  (...given) =>
    new Promise((done, failed) => call(...given, (error, value) => (error ? failed(error) : done(value))));
export const inspect = Object.assign((value) => String(value), { custom: Symbol.for('nodejs.util.inspect.custom') });
export const inherits = (child, parent) => Object.setPrototypeOf(child.prototype, parent.prototype);
export const isDeepStrictEqual = (a, b) => JSON.stringify(a) === JSON.stringify(b);
export const stripVTControlCharacters = (text) => text;
export const format = (...words) => words.join(' ');
export const deprecate = (call) => call;
export const types = { isProxy: () => false };
export const { TextDecoder, TextEncoder } = globalThis;

import * as all from './util.js';

export default all;
