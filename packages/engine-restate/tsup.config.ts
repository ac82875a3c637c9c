import { library } from '../../configs/tsup.js';

/** The fence is a program of its own, beside the worker. */
export default library({ entry: ['src/index.ts', 'src/fence/fence.ts'] });
