/** The public names, by hand: adding one is a decision. `@loadout/config` loads this package for its first two functions, the runner and the command for those below. */
export { readClaude } from './claude/read-claude.js';
export { readCompat } from './compat/read-compat.js';
export { listLater } from './instructions/list-later.js';
export { readLater } from './instructions/read-later.js';
