import { sha256 } from './sha-256.js';

const PREFIX = 'mcp__';
const LONGEST = 64;
const LONGEST_KEY = 36;

/**
 * Returns the name of an MCP tool as the model sees it: `mcp__<key>__<tool>`. Characters other than letters, digits, `_` and `-`
 * become `_`. A name that is too long, or that another tool already has (`distinct`), ends in a hash of server and tool. A name
 * cannot be split again: `mcp__a__b__c` may belong to the server `a` or to `a__b`, so a tool carries its server. Source: MCP-02,
 * MCP-04, CON-26.
 */
export function wireName(tool: { readonly server: string; readonly name: string }, options: { distinct?: boolean } = {}): string {
  const name = `${serverPrefix(tool.server)}${plain(tool.name)}`;
  if (name.length <= LONGEST && options.distinct !== true) return name;
  const hash = shortHash(`${tool.server}\0${tool.name}`);
  return `${name.slice(0, LONGEST - hash.length - 1)}_${hash}`;
}

/** Returns the beginning of the names of a server's tools: `mcp__<key>__`. */
export const serverPrefix = (server: string): string => `${serverRule(server)}__`;

/** Returns the name that stands for every tool of a server in rules and lists of tools: `mcp__<key>`. */
export const serverRule = (server: string): string => `${PREFIX}${serverKey(server)}`;

/** Returns the server's part of a tool's name. A long key is cut, so that part of the tool's name fits. */
export function serverKey(server: string): string {
  const key = plain(server);
  if (key.length <= LONGEST_KEY) return key;
  const hash = shortHash(server);
  return `${key.slice(0, LONGEST_KEY - hash.length - 1)}_${hash}`;
}

/** Returns whether a written name or pattern refers to tools of MCP servers. */
export const isWireName = (text: string): boolean => text.startsWith(PREFIX);

/** The name that stands for a call of any tool of any MCP server, in calls, rules and lists of tools. Source: ALIAS-18, G8. */
export const MCP_INPUT = 'McpInput';

const plain = (text: string) => text.replace(/[^A-Za-z0-9_-]/g, '_');
const shortHash = (text: string) => sha256(text).slice(0, 8);
