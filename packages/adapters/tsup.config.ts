import { packageBuild } from '../../configs/tsup.base.js';

export default packageBuild({ entry: ['src/index.ts', 'src/open-agent-sdk/index.ts'] });
