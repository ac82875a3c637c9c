import { createHash } from 'node:crypto';

/** What of a server's tool a person agrees to. */
export interface FingerprintedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: unknown;
}

/** SHA-256 over the server's own name, description and schema; the order of keys does not matter. Source: MCP-23. */
export function fingerprint(tool: FingerprintedTool): string {
  const parts = [tool.name, tool.description ?? '', tool.inputSchema];
  return `sha256-${createHash('sha256').update(JSON.stringify(parts, sortedKeys)).digest('hex')}`;
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
