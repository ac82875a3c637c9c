import { packageBuild } from '../../configs/tsup.base.js';

/** The API, the engine for a host at the other end of a pipe, its wire for the `loadout` command, and the commands. */
export default packageBuild({
  entry: {
    index: 'src/index.ts',
    engine: 'src/engine.ts',
    wire: 'src/wire.ts',
    'commands/auth-status': 'src/commands/auth-status.ts',
  },
});
