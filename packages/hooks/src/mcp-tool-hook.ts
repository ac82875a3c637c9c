import { createHash } from 'node:crypto';
import { wireNames } from '@loadout/core/run';
import { defaultSeconds } from './default-seconds.js';
import { hookKind } from './entry.js';
import { readOutput } from './read-output.js';

interface McpToolFields {
  readonly server: string;
  readonly tool: string;
  readonly input?: Readonly<Record<string, unknown>>;
}

/**
 * Calls a tool of one of the agent's MCP servers. The text of the result is read like the standard output of a command. Source:
 * HOOK-15.
 */
export const mcpToolHook = hookKind<McpToolFields>(
  {
    type: 'mcp_tool',
    properties: {
      server: { type: 'string', minLength: 1, description: 'The key of the server.' },
      tool: { type: 'string', minLength: 1, description: "The server's own name for the tool." },
      input: { type: 'object', description: '${path} in a text is that field of the event, such as ${tool_input.file_path}.' },
    },
    required: ['server', 'tool'],
  },
  ({ server, tool, input: template = {}, onFailure }, { event }) => ({
    name: `mcp_tool ${server}/${tool}`,
    external: true,
    timeoutSeconds: defaultSeconds('mcp_tool', event),
    async run(input, _toolUseId, { callTool, report, signal }) {
      const result = await callTool?.(wireName({ server, name: tool }), { input: filled(template, input), signal });
      if (result !== undefined && !result.isError) return readOutput(result.content, { event, from: 'result' });
      const problem =
        result === undefined
          ? `the agent has no tool ${tool} of the MCP server ${server}`
          : `the tool failed: ${result.content.slice(0, 500)}`;
      if (onFailure === 'block') throw new Error(problem);
      report(problem);
      return undefined;
    },
  }),
);

/** Every text in it, with the fields of the event put in. */
function filled(value: unknown, event: object): unknown {
  if (typeof value === 'string') return value.replace(/\$\{([\w.]+)\}/g, (_, path: string) => textAt(event, path));
  if (Array.isArray(value)) return value.map((item) => filled(item, event));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item, event)]));
}

function textAt(event: object, path: string): string {
  let value: unknown = event;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return '';
    value = (value as Record<string, unknown>)[key];
  }
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** The names of the tools of MCP servers. */
const { wireName } = wireNames((text) => createHash('sha256').update(text).digest('hex'));
