import { packageBuild } from '../../configs/tsup.base.js';

export default packageBuild({
  entry: {
    index: 'src/index.ts',
    'command/plugin-check': 'src/command/plugin-check.ts',
    'command/skill-check': 'src/command/skill-check.ts',
    'command/update': 'src/command/update.ts',
    'command/plugin-export': 'src/export/export-command.ts',
    'command/search': 'src/search/search-command.ts',
  },
});
