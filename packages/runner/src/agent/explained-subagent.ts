import { nearest } from '@loadout/core';
import { RestrictionStack, type ToolPool } from '@loadout/core/run';
import { layersOf } from '../permissions/run-permissions.js';
import { errors } from '../report/errors.js';
import type { AgentSpec } from '../spec/agent-spec.js';
import { subagentDefinitions } from '../subagents/subagent-definition.js';
import { SubagentPermissions } from '../subagents/subagent-permissions.js';
import { subagentPool } from '../subagents/subagent-spec.js';
import { knownTools } from '../tools/find-tools.js';
import { type ExplainedCall, explainCall } from './explain-call.js';

export interface ExplainedSubagent {
  readonly pool: ToolPool;
  /** Returns the decision of the permission rules about a call of the subagent, without running the call or any hook. */
  explain(tool: string, input: unknown): Promise<ExplainedCall>;
}

/**
 * Builds the pool and the rules that the started agent would have, as far as the configuration determines them. Source: AGENT-07.
 */
export function explainedSubagent(spec: AgentSpec, type: string): ExplainedSubagent {
  const definitions = subagentDefinitions(spec.plan, spec.agent);
  const definition = definitions.get(type);
  if (definition === undefined) {
    const available = [...definitions.keys()];
    throw errors.SUBAGENT_UNKNOWN({ name: type, nearest: nearest(type, available), available });
  }
  const tools = { pool: spec.pool, fromSources: knownTools(spec) };
  const pool = subagentPool({ spec, tools, restrictions: new RestrictionStack() }, definition, {});
  // An explained agent has no session, so no grants.
  const above = layersOf(spec, '/nonexistent');
  const parent = { layers: above, asker: undefined, update: () => {} };
  const { layers } = new SubagentPermissions(parent, {
    ...definition.agent.permissions,
    name: type,
    answerNow: true,
    mode: definition.agent.permissions.mode,
    grants: definition.edge?.grants ?? [],
    cwd: undefined,
    artifactDir: above.artifactDir,
  });
  return { pool, explain: (tool, input) => explainCall({ ...spec, pool, agent: definition.agent }, { tool, input, layers }) };
}
