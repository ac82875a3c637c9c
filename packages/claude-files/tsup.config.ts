import { packageBuild } from '../../configs/tsup.base.js';

export default packageBuild({ entry: ['src/index.ts', 'src/command/skill-check.ts', 'src/command/update.ts'] });
