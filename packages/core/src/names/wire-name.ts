const PREFIX = 'mcp__';
const LONGEST = 64;
const LONGEST_KEY = 36;
const HASH = 8;

/** The names of the tools of MCP servers. */
export interface WireNames {
  /**
   * Returns the name of an MCP tool as the model sees it: `mcp__<key>__<tool>`. Characters other than letters, digits, `_` and `-`
   * become `_`. A name that is too long, or that another tool already has (`distinct`), ends in a hash of server and tool. A name
   * cannot be split again: `mcp__a__b__c` may belong to the server `a` or to `a__b`, so a tool carries its server. Source: MCP-02,
   * MCP-04, CON-26.
   */
  wireName(tool: { readonly server: string; readonly name: string }, options?: { readonly distinct?: boolean }): string;
  /** Returns the beginning of the names of a server's tools: `mcp__<key>__`. */
  serverPrefix(server: string): string;
  /** Returns the name that stands for every tool of a server in rules and lists of tools: `mcp__<key>`. */
  serverRule(server: string): string;
  /** Returns the server's part of a tool's name. A long key is cut, so that part of the tool's name fits. */
  serverKey(server: string): string;
}

/** Makes names with a hash: SHA-256 in hexadecimal, so that a tool has the same name in each program. */
export function wireNames(sha256: (text: string) => string): WireNames {
  const ending = (text: string) => `_${sha256(text).slice(0, HASH)}`;
  const serverKey = (server: string) => {
    const key = plain(server);
    return key.length <= LONGEST_KEY ? key : beginning(key) + ending(server);
  };
  const serverRule = (server: string) => `${PREFIX}${serverKey(server)}`;
  const serverPrefix = (server: string) => `${serverRule(server)}__`;
  const wireName: WireNames['wireName'] = ({ server, name }, { distinct = false } = {}) => {
    const whole = `${serverPrefix(server)}${plain(name)}`;
    if (whole.length <= LONGEST && !distinct) return whole;
    return whole.slice(0, LONGEST - HASH - 1) + ending(`${server}\0${name}`);
  };
  return { wireName, serverPrefix, serverRule, serverKey };
}

/** Returns the name of an MCP tool before a part of it is cut. */
export const uncutName = (server: string, tool: string): string => `${PREFIX}${plain(server)}__${plain(tool)}`;

/**
 * Returns the name that stands for every tool of the server of this tool. The cut key of a long one is read from the name of the
 * tool. `undefined` if the name is not that of a tool of the server.
 */
export function ruleOfTool(name: string, server: string): string | undefined {
  const key = plain(server);
  const isCut = key.length > LONGEST_KEY;
  const rule = isCut ? name.slice(0, PREFIX.length + LONGEST_KEY) : `${PREFIX}${key}`;
  if (isCut && !(rule.startsWith(`${PREFIX}${beginning(key)}_`) && ENDS_IN_HASH.test(rule))) return undefined;
  return name.startsWith(`${rule}__`) ? rule : undefined;
}

/** Returns whether a written name or pattern refers to tools of MCP servers. */
export const isWireName = (text: string): boolean => text.startsWith(PREFIX);

/** The name that stands for a call of any tool of any MCP server, in calls, rules and lists of tools. Source: ALIAS-18, G8. */
export const MCP_INPUT = 'McpInput';

/** The tools for the resources of MCP servers, with their other names. Source: TOOL-MCPR-01, ALIAS-16. */
export const MCP_RESOURCE_TOOLS = [
  ...['ListMcpResources', 'ListMcpResourcesTool', 'ListMcpRes'],
  ...['ReadMcpResource', 'ReadMcpResourceTool', 'ReadMcpRes'],
];

const ENDS_IN_HASH = /_[0-9a-f]{8}$/;
const beginning = (key: string) => key.slice(0, LONGEST_KEY - HASH - 1);
const plain = (text: string) => text.replace(/[^A-Za-z0-9_-]/g, '_');
