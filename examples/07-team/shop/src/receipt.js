import { total } from './total.js';

/** @param {readonly import('./total.js').Line[]} lines */
export const receipt = (lines) => [...lines.map((line) => line.name), `Total: ${total(lines)}`].join('\n');
