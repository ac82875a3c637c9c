import { buildPages } from '../../configs/build-page.js';
import { packageBuild } from '../../configs/tsup.base.js';

export default packageBuild({ files: () => buildPages(process.cwd()) });
