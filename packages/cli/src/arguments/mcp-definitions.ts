import type { Definition } from './definition.js';
import { configFlags, jsonFlag } from './shared-flags.js';

export const mcpList = {
  name: 'mcp list',
  summary: 'List the MCP servers of the configuration. None of them is started.',
  positionals: [],
  flags: [...configFlags, jsonFlag],
} as const satisfies Definition;

const serverArgument = { name: 'server', help: 'Its key in mcpServers.' } as const;

export const mcpDoctor = {
  name: 'mcp doctor',
  summary: 'Start an MCP server and show what it says: the handshake, its tools with their cost in tokens, and what is wrong.',
  positionals: [serverArgument],
  flags: [...configFlags, jsonFlag],
  details: ['The exit code is 1 when something is wrong with it.'],
} as const satisfies Definition;

export const mcpLogin = {
  name: 'mcp login',
  summary: 'Log in at an MCP server over HTTP that wants OAuth: prints the page to open, and waits until you are back.',
  positionals: [serverArgument],
  flags: configFlags,
} as const satisfies Definition;

export const mcpLogout = {
  name: 'mcp logout',
  summary: 'Forget the login at an MCP server.',
  positionals: [serverArgument],
  flags: configFlags,
} as const satisfies Definition;
