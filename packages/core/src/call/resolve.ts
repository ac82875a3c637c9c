import type { Access } from '../contract/permission.js';
import type { AnyTool, ToolContext } from '../contract/tool.js';
import { errors } from '../errors.js';
import { nearest } from '../names/nearest.js';
import { isWireName, MCP_INPUT, uncutName } from '../names/wire-name.js';
import { standsAgainst } from '../permit/match-rule.js';
import type { ToolPool } from '../pool/assemble.js';
import type { PoolTool } from '../pool/pool-tool.js';
import type { DecidingEnvironment } from './environment.js';
import type { RequestedCall, ResolvedCall } from './states.js';

/** The characters of a progress message, which is a line for a person. */
const MOST_PROGRESS = 10_000;

/** Finds the tool by name or alias, within the active restriction. Source: PIPE-01, PIPE-02, ALIAS-00. */
export function resolve(requested: RequestedCall, env: DecidingEnvironment): ResolvedCall {
  const call = env.pool.get(requested.name) === undefined ? routeMcpInput(requested, env.pool) : requested;
  const tool = env.pool.get(call.name);
  if (tool === undefined) throw unknownTool(call.name, env);
  checkRestriction(tool, env);
  const progress = (message: string) =>
    env.emit({ type: 'tool_progress', id: call.id, name: tool.name, message: String(message).slice(0, MOST_PROGRESS) });
  return { ...call, tool, context: contextFor({ ...call, tool }, { env, signal: env.signal, progress }) };
}

function unknownTool(name: string, { pool, restrictions, whyMissing }: DecidingEnvironment) {
  const available = restrictions.visible(pool).tools.map((one) => one.name);
  const missing = whyMissing?.(name);
  return errors.TOOL_UNKNOWN({ name, missing, nearest: missing === undefined ? nearest(name, available) : undefined, available });
}

/** Throws for a restricted tool. Called again when the call starts: an earlier skill in the same message may restrict more. */
export function checkRestriction(tool: PoolTool, { restrictions, pool }: DecidingEnvironment): void {
  if (restrictions.allows(tool)) return;
  throw errors.TOOL_RESTRICTED({ name: tool.name, allowed: restrictions.visible(pool).tools.map((one) => one.name) });
}

interface ContextParts {
  readonly env: DecidingEnvironment;
  readonly signal: AbortSignal;
  readonly progress: (message: string) => void;
  readonly permitted?: readonly Access[];
}

/** Returns the context of one call: the parts from the runner, and the answers of the rules. */
export function contextFor(
  call: RequestedCall & { readonly tool: PoolTool },
  { env, signal, progress, permitted = [] }: ContextParts,
): ToolContext {
  const asked = { tool: call.tool, input: call.input };
  return {
    ...env.contextFor({ id: call.id, signal, progress }),
    permitted,
    mayRead: (path) => !standsAgainst({ kind: 'read', path }, asked, env.permissions()),
  };
}

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
