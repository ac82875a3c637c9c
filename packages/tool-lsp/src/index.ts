import { ownPlugin } from '@loadout/core';
import { editDiagnosticsHook } from './diagnostics/edit-diagnostics-hook.js';
import { knownServers } from './languages/known-servers.js';
import { lspTool } from './lsp-tool.js';
import { optionsSchema } from './options.js';
import { Sessions } from './session/sessions.js';

export { errors, table as errorTable } from './errors.js';

export default ownPlugin({
  name: 'lsp',
  options: optionsSchema,
  setup({ options, configDir }) {
    const sessions = new Sessions(options);
    const parts = { options, sessions, servers: knownServers(options, { configDir }) };
    return {
      tools: [lspTool(parts)],
      hooks: { PostToolUse: [editDiagnosticsHook(parts)] },
      services: [sessions.offer],
    };
  },
});
