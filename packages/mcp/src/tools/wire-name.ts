import { createHash } from 'node:crypto';

const LONGEST = 64;
const LONGEST_KEY = 36;

/**
 * `mcp__<key>__<tool>`. Other characters than letters, digits, `_` and `-` become `_`; a name that is too long, or that
 * another tool has already (`distinct`), ends in a hash of what it stands for. Source: MCP-02, MCP-04, CON-26.
 */
export function wireName(tool: { readonly server: string; readonly name: string }, options: { distinct?: boolean } = {}): string {
  const name = `mcp__${keyPart(tool.server)}__${plain(tool.name)}`;
  if (name.length <= LONGEST && options.distinct !== true) return name;
  const hash = shortHash(`${tool.server}\0${tool.name}`);
  return `${name.slice(0, LONGEST - hash.length - 1)}_${hash}`;
}

/** What stands for a server in the names of its tools. A long one is cut, so that some of the tool's name is left. */
export function keyPart(server: string): string {
  const key = plain(server);
  if (key.length <= LONGEST_KEY) return key;
  const hash = shortHash(server);
  return `${key.slice(0, LONGEST_KEY - hash.length - 1)}_${hash}`;
}

const plain = (text: string) => text.replace(/[^A-Za-z0-9_-]/g, '_');
const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);
