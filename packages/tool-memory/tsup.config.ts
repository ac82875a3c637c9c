import { packageBuild } from '../../configs/tsup.base.js';
import { listingFile } from '../../configs/write-listing.mjs';

const COMMANDS = ['list', 'show', 'accept', 'edit', 'forget', 'doctor'];

export default packageBuild({
  entry: {
    index: 'src/index.ts',
    testing: 'src/store-laws/index.ts',
    ...Object.fromEntries(COMMANDS.map((name) => [`commands/${name}`, `src/command/${name}.ts`])),
  },
  files: listingFile,
});
