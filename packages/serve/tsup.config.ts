import { packageBuild } from '../../configs/tsup.base.js';

export default packageBuild({
  entry: {
    index: 'src/index.ts',
    'commands/serve-http': 'src/serve-http-command.ts',
    'commands/schedule-run': 'src/schedule/run-command.ts',
    'commands/schedule-list': 'src/schedule/list-command.ts',
  },
});
