import { buildPage } from '../../configs/build-page.js';
import { packageBuild } from '../../configs/tsup.base.js';

export default packageBuild({ files: () => buildPage(process.cwd()) });
