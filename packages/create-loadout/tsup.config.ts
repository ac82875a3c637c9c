import { packageBuild } from '../../configs/tsup.base.js';
import { templates } from './src/templates.mjs';

/** Without a dependency, so that `npm create` fetches one package: the error class of core is in the bundle. */
export default packageBuild({
  entry: ['src/main.ts', 'src/index.ts'],
  bundled: ['@loadout/core'],
  files: () => ({ 'templates.json': templates() }),
});
