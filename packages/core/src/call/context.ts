import type { Access } from '../contract/permission.js';
import type { ToolContext } from '../contract/tool.js';
import { standsAgainst } from '../permit/stands-against.js';
import type { PoolTool } from '../pool/pool-tool.js';
import type { CallEnvironment } from './environment.js';
import type { RequestedCall } from './states.js';

interface ContextParts {
  readonly env: CallEnvironment;
  readonly signal: AbortSignal;
  readonly progress: (message: string) => void;
  readonly permitted?: readonly Access[];
}

/** The context of one call: what the runner gives, and what the rules say. */
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
