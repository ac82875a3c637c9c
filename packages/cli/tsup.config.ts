import { library } from '../../configs/tsup.js';

/** A command, not a library: one entry, and a chunk for each command that is loaded when it is the one that was typed. */
export default library({ entry: ['src/main.ts'] });
