import { packageBuild } from '../../configs/tsup.base.js';

export default packageBuild({
  entry: {
    index: 'src/index.ts',
    'commands/list': 'src/command/list.ts',
    'commands/doctor': 'src/command/doctor.ts',
    'commands/login': 'src/command/login.ts',
    'commands/logout': 'src/command/logout.ts',
  },
});
