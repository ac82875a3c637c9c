import { isObject } from '@loadout/core';
import { defineCommand } from '@loadout/core/commands';
import { errors } from '../errors.js';
import { addingFlags, addServer } from './add-server.js';
import { serverArgument } from './load-server.js';
import { type ServerEntry, WHERE } from './servers-file.js';

const definition = {
  name: 'mcp add-json',
  group: 'more',
  summary: 'Add an MCP server that is written as JSON to the configuration.',
  positionals: [serverArgument, { name: 'json', help: 'The entry, such as \'{"command":"npx","args":["-y","x"]}\'.' }],
  flags: addingFlags,
  details: [WHERE],
  examples: [`docs '{"url":"https://mcp.example.com/mcp"}'`],
} as const;

export default defineCommand(definition, async ({ positionals: [key = '', json = ''], flags }, host) =>
  addServer(key, { entry: entryIn(json), flags, host }),
);

function entryIn(json: string): ServerEntry {
  const expected = 'a JSON object with a command or a url';
  try {
    const entry: unknown = JSON.parse(json);
    if (isObject(entry) && (typeof entry.command === 'string' || typeof entry.url === 'string')) return entry;
  } catch (cause) {
    throw errors.MCP_ENTRY_INVALID({ problem: 'the entry is not JSON', expected }, { cause });
  }
  throw errors.MCP_ENTRY_INVALID({ problem: 'the entry has no command and no url', expected });
}
