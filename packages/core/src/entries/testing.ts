/** The names for a kit that checks tools and hooks, beside those of `@loadout/core/run`. */

import '../node-version.js';

export { readOutput } from '../call/execute.js';
export { readAccesses } from '../call/permit.js';
export { ANSWER_FIELDS } from '../hooks/read-answer.js';
