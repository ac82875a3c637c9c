import { packageBuild } from '../../configs/tsup.base.js';
import { listingFile } from '../../configs/write-listing.mjs';

export default packageBuild({ files: listingFile });
