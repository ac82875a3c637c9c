import { packageBuild } from '../../configs/tsup.base.js';

export default packageBuild({ entry: { index: 'src/index.ts', chat: 'src/chat/index.ts', runs: 'src/runs/index.ts' } });
