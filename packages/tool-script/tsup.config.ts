import { commandSources, packageBuild } from '../../configs/tsup.base.js';
import { listingFile } from '../../configs/write-listing.mjs';
import manifest from './package.json' with { type: 'json' };

export default packageBuild({
  entry: ['src/index.ts', 'src/check/index.ts', ...commandSources(manifest)],
  files: listingFile,
});
