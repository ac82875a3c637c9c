import { sha256 } from './sha-256.js';

const PREFIX = 'mcp__';
const LONGEST = 64;
const LONGEST_KEY = 36;

/**
 * Returns the name of an MCP tool as the model sees it: `mcp__<key>__<tool>`. Other characters than letters, digits, `_` and `-`
 * become `_`. A name that is too long, or that another tool already has (`distinct`), ends in a hash of server and tool.
 * No name can be taken apart again: `mcp__a__b__c` may be of the server `a` or of `a__b`, so a tool carries its server.
 * Source: MCP-02, MCP-04, CON-26.
 */
export function wireName(tool: { readonly server: string; readonly name: string }, options: { distinct?: boolean } = {}): string {
  const name = `${serverPrefix(tool.server)}${plain(tool.name)}`;
  if (name.length <= LONGEST && options.distinct !== true) return name;
  const hash = shortHash(`${tool.server}\0${tool.name}`);
  return `${name.slice(0, LONGEST - hash.length - 1)}_${hash}`;
}

/** Returns how the names of a server's tools begin: `mcp__<key>__`. */
export const serverPrefix = (server: string): string => `${serverRule(server)}__`;

/** Returns the name that means every tool of a server in rules and lists of tools: `mcp__<key>`. */
export const serverRule = (server: string): string => `${PREFIX}${serverKey(server)}`;

/** Returns the part of a tool's name that means its server. A long key is cut, so that some of the tool's name is left. */
export function serverKey(server: string): string {
  const key = plain(server);
  if (key.length <= LONGEST_KEY) return key;
  const hash = shortHash(server);
  return `${key.slice(0, LONGEST_KEY - hash.length - 1)}_${hash}`;
}

/** Whether a name or pattern that somebody wrote means tools of MCP servers. */
export const isWireName = (text: string): boolean => text.startsWith(PREFIX);

const plain = (text: string) => text.replace(/[^A-Za-z0-9_-]/g, '_');
const shortHash = (text: string) => sha256(text).slice(0, 8);
