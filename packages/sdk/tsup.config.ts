import { packageBuild } from '../../configs/tsup.base.js';

/** Two entries: the API, and the engine for a host at the other end of a pipe. */
export default packageBuild({ entry: ['src/index.ts', 'src/engine.ts'] });
