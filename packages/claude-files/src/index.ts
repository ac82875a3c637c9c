/** The public names, by hand: adding one is a decision. `@loadout/config` loads this package and calls the readers, the command `wantPlugin`. */
export { readClaude } from './claude/read-claude.js';
export { readCompat } from './compat/read-compat.js';
export { errors, table as errorTable } from './errors.js';
export { readMount } from './plugin/read-mount.js';
export { type WantedPlugin, wantPlugin } from './want/want-plugin.js';
