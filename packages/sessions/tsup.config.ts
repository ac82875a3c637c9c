import { packageBuild } from '../../configs/tsup.base.js';

export default packageBuild();
