import { configFlags, jsonFlag } from '@loadout/core/commands';
import type { Definition } from './definition.js';

export const mcpList = {
  name: 'mcp list',
  group: 'more',
  summary: 'List the MCP servers of the configuration without starting them.',
  positionals: [],
  flags: [...configFlags, jsonFlag],
} as const satisfies Definition;

const serverArgument = { name: 'server', help: 'The key of the server in mcpServers.' } as const;

export const mcpDoctor = {
  name: 'mcp doctor',
  group: 'more',
  summary: 'Start an MCP server and show its handshake, its tools with their cost in tokens, and its problems.',
  positionals: [serverArgument],
  flags: [...configFlags, jsonFlag],
  details: ['The exit code is 1 if the server has a problem.'],
} as const satisfies Definition;

export const mcpLogin = {
  name: 'mcp login',
  group: 'more',
  summary: 'Log in to an MCP server that uses OAuth over HTTP: prints the page to open and waits until you finish.',
  positionals: [serverArgument],
  flags: configFlags,
} as const satisfies Definition;

export const mcpLogout = {
  name: 'mcp logout',
  group: 'more',
  summary: 'Delete the stored login of an MCP server.',
  positionals: [serverArgument],
  flags: configFlags,
} as const satisfies Definition;
