import { configFlags, defineCommand } from '@loadout/core/commands';
import { logIn } from '../auth/log-in.js';
import { loadServer, serverArgument } from './load-server.js';

const definition = {
  name: 'mcp login',
  group: 'more',
  summary: 'Log in to an MCP server that uses OAuth over HTTP: prints the page to open and waits until you finish.',
  positionals: [serverArgument],
  flags: configFlags,
  examples: ['docs'],
} as const;

export default defineCommand(definition, async ({ positionals: [key = ''], flags }, host) => {
  const { options, entry } = await loadServer(key, { flags, host });
  const openUrl = (url: string) => host.tell(`Open this page and approve the login:\n${url}\n`);
  await logIn(key, { config: options.servers[key] ?? entry, stateDir: options.stateDir, openUrl, signal: host.signal });
  host.out(`Logged in to ${key}.\n`);
  return 0;
});
