import { templates } from './src/templates.mjs';

/** Without a dependency, so that `npm create` fetches one package: the error class of core is in the bundle. */
export default {
  entry: ['src/main.ts', 'src/index.ts'],
  bundled: ['@loadout/core'],
  more: () => ({ 'templates.json': templates() }),
};
