import { packageBuild } from '../../configs/tsup.base.js';

export default packageBuild({ entry: { index: 'src/index.ts', testing: 'src/store-laws/index.ts' } });
