import { defineCommand, jsonFlag, placeFlags } from '@loadout/core/commands';
import { serverArgument } from './load-server.js';
import { entryOf, openServersFile, WHERE } from './servers-file.js';

const definition = {
  name: 'mcp get',
  group: 'more',
  summary: 'Show the entry of an MCP server as the file has it.',
  positionals: [serverArgument],
  flags: [...placeFlags, jsonFlag],
  details: [WHERE],
  examples: ['docs'],
} as const;

export default defineCommand(definition, async ({ positionals: [key = ''], flags }, host) => {
  const file = await openServersFile(flags, host);
  const entry = entryOf(file, key);
  host.json(flags.json ? { key, file: file.file, entry } : { [key]: entry });
  return 0;
});
