import { errors } from '../errors.js';
import { nearest } from '../names/nearest.js';
import type { PoolTool } from '../pool/pool-tool.js';
import { contextFor } from './context.js';
import type { CallEnvironment } from './environment.js';
import { routeMcpInput } from './mcp-input.js';
import type { RequestedCall, ResolvedCall } from './states.js';

/** Finds the tool by name or alias, within the active restriction. Source: PIPE-01, PIPE-02, ALIAS-00. */
export function resolve(requested: RequestedCall, env: CallEnvironment): ResolvedCall {
  const call = routeMcpInput(requested, env.pool);
  const tool = env.pool.get(call.name);
  const visible = () => env.restrictions.visible(env.pool).tools.map((one) => one.name);
  if (tool === undefined)
    throw errors.TOOL_UNKNOWN({ name: call.name, nearest: nearest(call.name, visible()), available: visible() });
  checkRestriction(tool, env);
  const progress = (message: string) => env.emit({ type: 'tool_progress', id: call.id, name: tool.name, message });
  return { ...call, tool, context: contextFor({ ...call, tool }, { env, signal: env.signal, progress }) };
}

/** Asked again when its turn has come: a skill that stands before it in the same message may have narrowed what is left. */
export function checkRestriction(tool: PoolTool, { restrictions, pool }: CallEnvironment): void {
  if (restrictions.allows(tool)) return;
  throw errors.TOOL_RESTRICTED({ name: tool.name, allowed: restrictions.visible(pool).tools.map((one) => one.name) });
}
