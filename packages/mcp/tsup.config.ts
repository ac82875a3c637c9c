import { packageBuild } from '../../configs/tsup.base.js';

const COMMANDS = ['list', 'add', 'add-json', 'remove', 'get', 'doctor', 'login', 'logout', 'serve'];

export default packageBuild({ entry: ['src/index.ts', ...COMMANDS.map((name) => `src/command/${name}.ts`)] });
