import { library } from '../../configs/tsup.js';

/** Beside `main`, what the docs are made of; each command is a chunk that is loaded when it is the one that was typed. */
export default library({ entry: ['src/main.ts', 'src/index.ts'] });
