import { packageBuild } from '../../configs/tsup.base.js';

/** A file for what every start loads, one for what some runs load later, and the rows of commands, which the help reads alone. */
export default packageBuild({
  entry: { core: 'src/entries/core.ts', later: 'src/entries/later.ts', commands: 'src/commands/index.ts' },
});
