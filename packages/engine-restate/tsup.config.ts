import { packageBuild } from '../../configs/tsup.base.js';

const COMMANDS = ['engine-dev', 'worker', 'runs', 'submit', 'approve', 'deny', 'answer', 'cancel'];

/** The fence is a program of its own, beside the worker. */
export default packageBuild({
  entry: ['src/index.ts', 'src/fence/fence.ts', ...COMMANDS.map((name) => `src/command/${name}.ts`)],
});
