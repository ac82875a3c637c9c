import { packageBuild } from '../../configs/tsup.base.js';
import { pluginTemplate } from './src/scaffold/plugin-template.mjs';

/** `main` is what the command runs, `index` what the docs are made of. */
export default packageBuild({
  entry: { main: 'src/main.ts', index: 'src/index.ts' },
  files: () => ({ 'plugin-template.json': pluginTemplate() }),
});
