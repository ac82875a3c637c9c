import { packageBuild } from '../../configs/tsup.base.js';

/** The SDK is bundled, because its files load several times as slowly as one. */
export default packageBuild({
  entry: { index: 'src/index.ts', 'commands/acp': 'src/acp-command.ts' },
  bundled: ['@agentclientprotocol/sdk', 'zod'],
});
