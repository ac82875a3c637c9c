import { packageBuild } from '../../configs/tsup.base.js';

export default packageBuild({ entry: ['src/index.ts', 'src/vitest.ts', 'src/jest.ts', 'src/kill/play.ts'] });
