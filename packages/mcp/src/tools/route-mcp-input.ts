import { errors } from '../errors.js';
import type { McpTool } from './mcp-tool.js';

/**
 * What a call of `McpInput` stands for: the tool under its wire name, so that rules and hooks see that name, and its input.
 * The tool is named by `tool` or `name`, as the model sees it or, with `server`, as the server calls it. Source: TOOL-MCPIN-01, ALIAS-18.
 */
export function routeMcpInput(
  input: Readonly<Record<string, unknown>>,
  tools: readonly McpTool[],
): { readonly name: string; readonly input: Readonly<Record<string, unknown>> } {
  const { server, ...rest } = input;
  const naming = typeof rest.tool === 'string' ? 'tool' : 'name';
  const { [naming]: named, ...args } = rest;
  const found = tools.find((tool) =>
    server === undefined ? tool.name === named : tool.mcp.server === server && (tool.mcp.tool === named || tool.name === named),
  );
  if (found === undefined) {
    const words =
      server === undefined ? JSON.stringify(named) : `${JSON.stringify(named)} of the server ${JSON.stringify(server)}`;
    throw errors.MCP_INPUT_UNROUTED({ named: words, known: tools.map((tool) => tool.name) });
  }
  return { name: found.name, input: isLone(args, 'arguments') ?? args };
}

/** Some callers put all arguments into one field. */
function isLone(args: Record<string, unknown>, field: string): Record<string, unknown> | undefined {
  const value = args[field];
  const lone = Object.keys(args).length === 1 && typeof value === 'object' && value !== null && !Array.isArray(value);
  return lone ? (value as Record<string, unknown>) : undefined;
}
