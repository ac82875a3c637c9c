import { packageBuild } from '../../configs/tsup.base.js';

/** An entry for each group of users, so that nobody loads what it does not use. */
export default packageBuild({
  entry: [
    'src/index.ts',
    'src/platform/index.ts',
    'src/archive/index.ts',
    'src/child/index.ts',
    'src/http/index.ts',
    'src/http/send/index.ts',
  ],
});
