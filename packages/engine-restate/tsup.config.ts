import { packageBuild } from '../../configs/tsup.base.js';

/** The fence is a program of its own, beside the worker. */
export default packageBuild({ entry: ['src/index.ts', 'src/fence/fence.ts'] });
