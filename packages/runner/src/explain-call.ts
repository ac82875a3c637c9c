import { homedir } from 'node:os';
import {
  type Access,
  compileSchema,
  errors as coreErrors,
  decide,
  describeIssues,
  nearest,
  type PermissionDecision,
  type ToolContext,
} from '@loadout/core';
import type { AgentSpec } from './agent-spec.js';
import { childEnvironment } from './child-environment.js';

/** Asks the rules about a call that is not made: the same parsing, the same accesses, the same `decide` as a real one; no hooks. */
export async function explainCall(
  spec: AgentSpec,
  call: { readonly tool: string; readonly input: unknown },
): Promise<PermissionDecision> {
  const tool = spec.pool.get(call.tool);
  const available = spec.pool.tools.map((one) => one.name);
  if (tool === undefined) throw coreErrors.TOOL_UNKNOWN({ name: call.tool, nearest: nearest(call.tool, available), available });
  const parsed = await compileSchema(tool.input, tool.name).parse(call.input);
  if (!parsed.ok) throw coreErrors.TOOL_INPUT_INVALID({ name: tool.name, details: describeIssues(parsed.issues) });
  const context = contextWithoutRun(spec);
  const refusal = await tool.tool.validateInput?.(parsed.value, context);
  if (refusal !== undefined) throw coreErrors.TOOL_INPUT_REFUSED({ name: tool.name, why: refusal });
  let accesses: readonly Access[] = [];
  let unclear: string | undefined;
  try {
    accesses = (await tool.tool.access?.(parsed.value, context)) ?? [];
  } catch (error) {
    unclear = error instanceof Error ? error.message : String(error);
  }
  const layers = {
    ...spec.permissions,
    roots: spec.roots,
    workspace: spec.roots[0],
    home: spec.env.HOME ?? homedir(),
    artifactDir: context.artifactDir,
  };
  return decide(
    {
      tool,
      input: parsed.value,
      readOnly: tool.isReadOnly(parsed.value),
      openWorld: tool.annotations.openWorldHint,
      accesses,
      unclear,
    },
    layers,
  );
}

function contextWithoutRun(spec: AgentSpec): ToolContext {
  return {
    cwd: spec.roots[0],
    roots: spec.roots,
    toolUseId: 'explain',
    sessionId: 'explain',
    agentId: 'main',
    signal: new AbortController().signal,
    env: childEnvironment(spec.env),
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
