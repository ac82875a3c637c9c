import type { Access } from '../contract/permission.js';
import type { ToolContext } from '../contract/tool.js';
import { errors } from '../errors.js';
import { nearest } from '../names/nearest.js';
import { standsAgainst } from '../permit/match-rule.js';
import type { PoolTool } from '../pool/pool-tool.js';
import type { DecidingEnvironment } from './environment.js';
import { routeMcpInput } from './mcp-input.js';
import type { RequestedCall, ResolvedCall } from './states.js';

/** The characters of a progress message, which is a line for a person. */
const MOST_PROGRESS = 10_000;

/** Finds the tool by name or alias, within the active restriction. Source: PIPE-01, PIPE-02, ALIAS-00. */
export function resolve(requested: RequestedCall, env: DecidingEnvironment): ResolvedCall {
  const call = env.pool.get(requested.name) === undefined ? routeMcpInput(requested, env.pool) : requested;
  const tool = env.pool.get(call.name);
  const visible = () => env.restrictions.visible(env.pool).tools.map((one) => one.name);
  if (tool === undefined)
    throw errors.TOOL_UNKNOWN({ name: call.name, nearest: nearest(call.name, visible()), available: visible() });
  checkRestriction(tool, env);
  const progress = (message: string) =>
    env.emit({ type: 'tool_progress', id: call.id, name: tool.name, message: String(message).slice(0, MOST_PROGRESS) });
  return { ...call, tool, context: contextFor({ ...call, tool }, { env, signal: env.signal, progress }) };
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
