import { buildPage } from '../../configs/build-page.js';
import { packageBuild } from '../../configs/tsup.base.js';

export default packageBuild({
  entry: ['src/index.ts', 'src/command/view.ts'],
  files: () => buildPage(process.cwd()),
});
