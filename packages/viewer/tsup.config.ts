import { buildPages } from '../../configs/build-page.js';
import { packageBuild } from '../../configs/tsup.base.js';

const COMMANDS = ['view', 'replay', 'diff', 'sessions-export', 'sessions-repair'];

export default packageBuild({
  entry: ['src/index.ts', ...COMMANDS.map((name) => `src/command/${name}.ts`)],
  files: () => buildPages(process.cwd()),
});
