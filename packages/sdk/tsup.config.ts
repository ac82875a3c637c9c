import { library } from '../../configs/tsup.js';

/** Beside the API, the engine for who has a pipe in the place of a program. */
export default library({ entry: ['src/index.ts', 'src/engine.ts'] });
