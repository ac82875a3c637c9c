import { packageBuild } from '../../configs/tsup.base.js';

export default packageBuild({
  entry: {
    index: 'src/index.ts',
    vitest: 'src/vitest.ts',
    jest: 'src/jest.ts',
    'session-stores': 'src/session-stores/index.ts',
    'kill/play': 'src/kill/play.ts',
    'commands/test': 'src/test-command.ts',
    'commands/eval': 'src/eval/eval-command.ts',
    'commands/dev': 'src/dev/dev-command.ts',
    'commands/hooks': 'src/hooks/hooks-command.ts',
  },
});
