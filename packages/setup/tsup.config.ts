import { packageBuild } from '../../configs/tsup.base.js';
import { pluginTemplate } from './src/first/plugin-template.mjs';

export default packageBuild({
  entry: {
    index: 'src/index.ts',
    'commands/init': 'src/first/init.ts',
    'commands/schema': 'src/first/schema-command.ts',
    'commands/new-plugin': 'src/first/new-plugin.ts',
    'commands/add': 'src/add/add.ts',
    'commands/remove': 'src/add/remove.ts',
  },
  files: () => ({ 'commands/plugin-template.json': pluginTemplate() }),
});
