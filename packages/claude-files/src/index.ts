/** The public names, by hand: adding one is a decision. `@loadout/config` loads this package and calls both. */
export { readClaude } from './claude/read-claude.js';
export { readCompat } from './compat/read-compat.js';
