import { packageBuild } from '../../configs/tsup.base.js';
import { listingFile } from '../../configs/write-listing.mjs';

export default packageBuild({ entry: { index: 'src/index.ts', testing: 'src/store-laws/index.ts' }, files: listingFile });
