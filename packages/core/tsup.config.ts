import { packageBuild } from '../../configs/tsup.base.js';

/** A file for what every start loads, and the rows of commands, which the help reads alone. */
export default packageBuild({ entry: { core: 'src/entries/core.ts', commands: 'src/commands/index.ts' } });
