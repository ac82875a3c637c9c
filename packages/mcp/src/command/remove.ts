import { relative } from 'node:path';
import { defineCommand, placeFlags } from '@loadout/core/commands';
import { serverArgument } from './load-server.js';
import { entryOf, openServersFile, WHERE } from './servers-file.js';

const definition = {
  name: 'mcp remove',
  group: 'more',
  summary: 'Remove an MCP server from the configuration.',
  positionals: [serverArgument],
  flags: placeFlags,
  details: [WHERE],
  examples: ['docs'],
} as const;

export default defineCommand(definition, async ({ positionals: [key = ''], flags }, host) => {
  const file = await openServersFile(flags, host);
  entryOf(file, key);
  await file.remove(key);
  host.out(`Removed the MCP server ${key} from ${relative(host.cwd, file.file)}.\n`);
  return 0;
});
