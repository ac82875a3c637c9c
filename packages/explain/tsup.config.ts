import { packageBuild } from '../../configs/tsup.base.js';

export default packageBuild({ entry: { index: 'src/index.ts', 'commands/explain': 'src/command/explain.ts' } });
