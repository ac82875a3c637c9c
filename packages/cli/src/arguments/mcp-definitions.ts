import { jsonFlag } from '@loadout/core/commands';
import type { Definition, Flag } from './definition.js';
import { placeFlags } from './trust-definitions.js';

/** The flags of a command that adds a server. */
const addingFlags = [
  ...placeFlags,
  {
    name: 'scope',
    short: 's',
    value: 'SCOPE',
    choices: ['local', 'project', 'user'],
    help: 'local, project or user. All mean the configuration of the folder, so everybody who works there gets the server.',
  },
] as const satisfies readonly Flag[];

const server = { name: 'server', help: 'The key of the server in mcpServers.' } as const;

const WHERE = 'Without an agent.config.yaml, the file is .mcp.json of the folder, as Agent SDK programs read it.';

export const mcpAdd = {
  name: 'mcp add',
  group: 'more',
  summary: 'Add an MCP server to the configuration.',
  positionals: [
    server,
    { name: 'target', help: 'The command that starts the server, or its URL.' },
    {
      name: 'args',
      optional: true,
      several: true,
      help: 'The arguments of the command. Write -- before a command whose arguments begin with a dash.',
    },
  ],
  flags: [
    ...addingFlags,
    {
      name: 'transport',
      short: 't',
      value: 'TYPE',
      choices: ['stdio', 'http', 'sse'],
      help: 'stdio, http or sse. Default: http for a URL, stdio for a command.',
    },
    { name: 'env', short: 'e', value: 'KEY=VALUE', repeat: true, help: 'Set a variable for the command.' },
    { name: 'header', short: 'H', value: 'HEADER', repeat: true, help: 'Send a header to the URL, such as "X-Key: ${KEY}".' },
  ],
  details: [WHERE, 'The server is disabled until you trust the configuration.'],
  examples: ['docs https://mcp.example.com/mcp', 'tickets -- node tickets-server.mjs --port=4000'],
} as const satisfies Definition;

export const mcpAddJson = {
  name: 'mcp add-json',
  group: 'more',
  summary: 'Add an MCP server that is written as JSON to the configuration.',
  positionals: [server, { name: 'json', help: 'The entry, such as \'{"command":"npx","args":["-y","x"]}\'.' }],
  flags: addingFlags,
  details: [WHERE],
  examples: [`docs '{"url":"https://mcp.example.com/mcp"}'`],
} as const satisfies Definition;

export const mcpRemove = {
  name: 'mcp remove',
  group: 'more',
  summary: 'Remove an MCP server from the configuration.',
  positionals: [server],
  flags: placeFlags,
  details: [WHERE],
  examples: ['docs'],
} as const satisfies Definition;

export const mcpGet = {
  name: 'mcp get',
  group: 'more',
  summary: 'Show the entry of an MCP server as the file has it.',
  positionals: [server],
  flags: [...placeFlags, jsonFlag],
  details: [WHERE],
  examples: ['docs'],
} as const satisfies Definition;
