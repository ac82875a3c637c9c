import { nearest, RestrictionStack, type ToolPool } from '@loadout/core';
import type { Permissions } from '../permissions/permissions.js';
import { layersOf } from '../permissions/run-permissions.js';
import { errors } from '../report/errors.js';
import { subagentDefinitions } from '../subagents/subagent-definition.js';
import { SubagentPermissions } from '../subagents/subagent-permissions.js';
import { subagentPool } from '../subagents/subagent-spec.js';
import type { AgentSpec } from './agent-spec.js';
import { type ExplainedCall, explainCall } from './explain-call.js';

export interface ExplainedSubagent {
  readonly pool: ToolPool;
  /** What the permission rules say of a call of its, without running it or any hook. */
  explain(tool: string, input: unknown): Promise<ExplainedCall>;
}

/** The same pool and the same rules as when it is started, as far as the configuration tells. Source: AGENT-07. */
export function explainedSubagent(spec: AgentSpec, type: string): ExplainedSubagent {
  const definitions = subagentDefinitions(spec.plan, spec.agent);
  const definition = definitions.get(type);
  if (definition === undefined) {
    const available = [...definitions.keys()];
    throw errors.SUBAGENT_UNKNOWN({ name: type, nearest: nearest(type, available), available });
  }
  const tools = { pool: spec.pool, fromSources: [] };
  const pool = subagentPool({ spec, tools, restrictions: new RestrictionStack() }, definition, {});
  const parent = permissionsOf(spec);
  const { layers } = new SubagentPermissions(parent, {
    ...definition.agent.permissions,
    mode: definition.agent.permissions.mode,
    grants: definition.edge?.grants ?? [],
    cwd: undefined,
    artifactDir: parent.layers.artifactDir,
  });
  return { pool, explain: (tool, input) => explainCall({ ...spec, pool }, { tool, input, layers }) };
}

/** Nothing has been granted yet, and nothing will be. */
function permissionsOf(spec: AgentSpec): Permissions {
  const layers = layersOf(spec, '/nonexistent');
  return {
    layers,
    mode: layers.mode,
    roots: layers.roots,
    asker: undefined,
    update: () => {},
    addForRun: () => {},
    endForRun: () => {},
  };
}
