import { ownPlugin } from '@loadout/core';
import { optionsSchema } from './options.js';
import { remoteAgentTool } from './remote-agent-tool.js';
import { remotesIn } from './remotes.js';

export { errors, table as errorTable } from './errors.js';

export default ownPlugin({
  name: 'remote-agents',
  options: optionsSchema,
  setup: ({ options }) => ({ tools: [remoteAgentTool(remotesIn(options), options)] }),
});
