import type { AnyTool } from '../contract/tool.js';
import { isWireName, MCP_INPUT, uncutName } from '../names/wire-name.js';
import type { ToolPool } from '../pool/assemble.js';
import type { PoolTool } from '../pool/pool-tool.js';
import type { RequestedCall } from './states.js';

/**
 * Replaces a call of `McpInput` by the call that it describes: the tool of an MCP server under its wire name, so that rules and
 * hooks see that name, and the tool's input. The field `tool` or `name` names the tool as the model sees it or, with `server`, as
 * its server calls it. Source: TOOL-MCPIN-01, ALIAS-18.
 */
export function routeMcpInput(call: RequestedCall, pool: ToolPool): RequestedCall {
  const { input } = call;
  if (call.name !== MCP_INPUT || pool.get(MCP_INPUT) !== undefined || typeof input !== 'object' || input === null) return call;
  const { server, ...rest } = input as Readonly<Record<string, unknown>>;
  const naming = typeof rest.tool === 'string' ? 'tool' : 'name';
  const { [naming]: named, ...args } = rest;
  if (typeof named !== 'string') return call;
  const wire = typeof server === 'string' && !isWireName(named) ? nameIn(pool, { server, name: named }) : named;
  return {
    ...call,
    name: pool.get(wire)?.origin.kind === 'mcp' ? wire : `${MCP_INPUT} of ${wire}`,
    input: loneArguments(args) ?? args,
  };
}

/** The name of a server's tool in the pool. A tool whose name is cut is found by what the MCP client says of it. */
function nameIn(pool: ToolPool, { server, name }: { readonly server: string; readonly name: string }): string {
  const said = ({ origin, tool }: PoolTool) => origin.server === server && (tool as McpTool).mcp?.tool === name;
  return pool.tools.find(said)?.name ?? uncutName(server, name);
}

/** The member that the MCP client puts on a tool. */
type McpTool = AnyTool & { readonly mcp?: { readonly tool?: unknown } };

/** Reads arguments from the one field into which some callers put all of them. */
function loneArguments(args: Readonly<Record<string, unknown>>): unknown {
  const value = args.arguments;
  const isLone = Object.keys(args).length === 1 && typeof value === 'object' && value !== null && !Array.isArray(value);
  return isLone ? value : undefined;
}
