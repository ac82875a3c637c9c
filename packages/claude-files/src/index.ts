/** The public names, by hand: adding one is a decision. `@loadout/config` loads this package and calls them. */
export { readClaude } from './claude/read-claude.js';
export { readCompat } from './compat/read-compat.js';
export { readMount } from './plugin/read-mount.js';
