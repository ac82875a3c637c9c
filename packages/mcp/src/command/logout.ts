import { configFlags, defineCommand } from '@loadout/core/commands';
import { logOut } from '../auth/log-in.js';
import { loadServer, serverArgument } from './load-server.js';

const definition = {
  name: 'mcp logout',
  group: 'more',
  summary: 'Delete the stored login of an MCP server.',
  positionals: [serverArgument],
  flags: configFlags,
  examples: ['docs'],
} as const;

export default defineCommand(definition, async ({ positionals: [key = ''], flags }, host) => {
  const { options } = await loadServer(key, { flags, host });
  const was = await logOut(key, { config: options.servers[key] ?? {}, stateDir: options.stateDir });
  host.out(was ? `Deleted the login of ${key}.\n` : `There was no login for ${key}.\n`);
  return 0;
});
