import { packageBuild } from '../../configs/tsup.base.js';

/** One file for both entries. The tables are files of their own, which are loaded for a model that they may have. */
export default packageBuild({ entry: { models: 'src/entries/models.ts' } });
