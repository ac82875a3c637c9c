/** The public names, by hand: adding one is a decision. `@loadout/config` loads this package for the first two, the runner for the third. */
export { readClaude } from './claude/read-claude.js';
export { readCompat } from './compat/read-compat.js';
export { readLater } from './instructions/read-later.js';
