import { packageBuild } from './tsup.base.js';
import { listingFile } from './write-listing.mjs';

/** A package of tools, which a host lists without loading it. */
export default packageBuild({ files: listingFile });
