import { packageBuild } from '../../configs/tsup.base.js';

export default packageBuild({
  entry: {
    index: 'src/index.ts',
    'commands/plugin-export': 'src/export/export-command.ts',
    'commands/search': 'src/search/search-command.ts',
  },
});
