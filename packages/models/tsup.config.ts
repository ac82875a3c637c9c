import { packageBuild } from '../../configs/tsup.base.js';

export default packageBuild({ entry: { index: 'src/index.ts', history: 'src/history/index.ts' } });
