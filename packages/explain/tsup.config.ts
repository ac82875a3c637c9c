import { commandSources, packageBuild } from '../../configs/tsup.base.js';
import manifest from './package.json' with { type: 'json' };

export default packageBuild({ entry: ['src/index.ts', ...commandSources(manifest)] });
