import { ownPlugin } from '@loadout/core';
import { completeOptions, optionsSchema } from './options.js';
import { remoteAgentTool } from './remote-agent-tool.js';
import { remotesIn } from './remotes.js';

export { errors, table as errorTable } from './errors.js';

export default ownPlugin({
  name: 'remote-agents',
  options: optionsSchema,
  setup({ options: given }) {
    const options = completeOptions(given);
    return { tools: [remoteAgentTool(remotesIn(options), options)] };
  },
});
