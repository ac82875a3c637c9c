import { errors as coreErrors, isLoadoutError, type ToolContext } from '@loadout/core';
import {
  decideParts,
  type PartDecision,
  type PermissionDecision,
  type PermissionLayers,
  previewToolCall,
  RestrictionStack,
} from '@loadout/core/run';
import { systemClock } from '@loadout/node';
import { layersOf } from '../permissions/run-permissions.js';
import { childEnvironment } from '../place/child-environment.js';
import type { AgentSpec } from '../spec/agent-spec.js';
import { leftOut } from './left-out.js';

export interface ExplainedCall extends PermissionDecision {
  /** The decision about each part alone. */
  readonly parts: readonly PartDecision[];
}

/** Asks the rules about a call that is not made, as a run would ask them, without hooks. Throws the error that would refuse the call. */
export async function explainCall(
  spec: AgentSpec,
  { tool, input, layers }: { readonly tool: string; readonly input: unknown; readonly layers?: PermissionLayers },
): Promise<ExplainedCall> {
  const context = contextWithoutRun(spec);
  const asked = layers ?? layersOf(spec, context.artifactDir);
  const { decision, call } = await previewToolCall(
    { id: context.toolUseId, name: tool, input },
    {
      pool: spec.pool,
      restrictions: new RestrictionStack(),
      permissions: () => asked,
      contextFor: () => context,
      signal: context.signal,
      clock: systemClock,
      emit: () => {},
    },
  ).catch((error: unknown) => {
    throw (isLoadoutError(error) && error.code === 'TOOL_UNKNOWN' && leftOut(tool, spec)) || error;
  });
  return { ...decision, parts: decideParts(call, asked) };
}

export function contextWithoutRun(spec: AgentSpec): ToolContext {
  return {
    cwd: spec.roots[0],
    roots: spec.roots,
    toolUseId: 'explain',
    sessionId: 'explain',
    agentId: 'main',
    signal: new AbortController().signal,
    env: childEnvironment(spec.env, spec.roots[0]),
    artifactDir: '/nonexistent',
    get: (service) => {
      throw coreErrors.SERVICE_MISSING({ service: service.key });
    },
    find: () => undefined,
    permitted: [],
    mayRead: () => true,
    progress: () => {},
    emit: () => {},
  };
}
