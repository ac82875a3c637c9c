import { library } from '../../configs/tsup.js';

/** Without a dependency, so that `npm create` fetches one package: the error class of core is in the bundle. */
export default library({ entry: ['src/main.ts', 'src/index.ts'], noExternal: ['@loadout/core'] });
