import { type Access, compileSchema, errors as coreErrors, messageOf, nearest, type ToolContext } from '@loadout/core';
import {
  type DecidedCall,
  decide,
  decideParts,
  describeIssues,
  type PartDecision,
  type PermissionDecision,
  type PermissionLayers,
  refusalOf,
  standsAgainst,
  withHome,
} from '@loadout/core/run';
import { layersOf } from '../permissions/run-permissions.js';
import { childEnvironment } from '../place/child-environment.js';
import type { AgentSpec } from '../spec/agent-spec.js';

export interface ExplainedCall extends PermissionDecision {
  /** The decision about each part alone. */
  readonly parts: readonly PartDecision[];
}

/** Asks the rules about a call that is not made: the same parsing, accesses and `decide` as a real call, without hooks. */
export async function explainCall(
  spec: AgentSpec,
  call: { readonly tool: string; readonly input: unknown; readonly layers?: PermissionLayers },
): Promise<ExplainedCall> {
  const tool = spec.pool.get(call.tool);
  const available = spec.pool.tools.map((one) => one.name);
  if (tool === undefined) throw coreErrors.TOOL_UNKNOWN({ name: call.tool, nearest: nearest(call.tool, available), available });
  const parsed = await compileSchema(tool.input, tool.name).parse(call.input);
  if (!parsed.ok) throw coreErrors.TOOL_INPUT_INVALID({ name: tool.name, details: describeIssues(parsed.issues) });
  const input = withHome(parsed.value, { tool: tool.tool, context: contextWithoutRun(spec) });
  const layers = call.layers ?? layersOf(spec, contextWithoutRun(spec).artifactDir);
  const mayRead = (path: string) => !standsAgainst({ kind: 'read', path }, { tool, input }, layers);
  const context: ToolContext = { ...contextWithoutRun(spec), mayRead };
  const refusal = refusalOf(await tool.tool.validateInput?.(input, context));
  if (refusal !== undefined) throw coreErrors.TOOL_INPUT_REFUSED({ name: tool.name, why: refusal });
  let accesses: readonly Access[] = [];
  let unclear: string | undefined;
  try {
    accesses = (await tool.tool.access?.(input, context)) ?? [];
  } catch (error) {
    unclear = messageOf(error);
  }
  const decided: DecidedCall = {
    tool,
    input,
    readOnly: tool.isReadOnly(input),
    openWorld: tool.annotations.openWorldHint,
    accesses,
    unclear,
  };
  return { ...decide(decided, layers), parts: decideParts(decided, layers) };
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
