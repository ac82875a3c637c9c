import { packageBuild } from '../../configs/tsup.base.js';

export default packageBuild({
  entry: {
    index: 'src/index.ts',
    'commands/rules': 'src/command/rules.ts',
    'commands/suggest': 'src/command/rules-suggest.ts',
    'commands/try': 'src/command/rules-try.ts',
  },
});
