import { packageBuild } from '../../configs/tsup.base.js';
import { listingFile } from '../../configs/write-listing.mjs';

export default packageBuild({ entry: ['src/index.ts', 'src/program/index.ts'], files: listingFile });
