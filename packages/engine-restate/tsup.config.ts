import { commandSources, packageBuild } from '../../configs/tsup.base.js';
import manifest from './package.json' with { type: 'json' };

/** The fence is a program of its own, beside the worker. */
export default packageBuild({ entry: ['src/index.ts', 'src/fence/fence.ts', ...commandSources(manifest)] });
