/** The public names, by hand: adding one is a decision. `@loadout/config` loads this package and calls the readers, the runner and the command the others. */
export { addPlugin } from './add/add-plugin.js';
export { readClaude } from './claude/read-claude.js';
export { FILE_TABLES } from './compat/file-tables.js';
export { readCompat } from './compat/read-compat.js';
export { errors, table as errorTable } from './errors.js';
export { leaveOut } from './foreign/leave-out.js';
export { sayLeftOut } from './foreign/tell-foreign.js';
export { listInstructions } from './instructions/list-instructions.js';
export { readLater } from './instructions/read-later.js';
export { readMount } from './plugin/read-mount.js';
export { readSkills } from './skills/read-skills.js';
