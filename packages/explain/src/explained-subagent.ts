import { nearest } from '@loadout/core';
import { RestrictionStack, type ToolPool } from '@loadout/core/run';
import {
  type Agent,
  knownTools,
  layersOf,
  errors as runnerErrors,
  SubagentPermissions,
  subagentDefinitions,
  subagentPool,
} from '@loadout/runner';
import { type ExplainedCall, explainedBy, type NamedCall, seenBefore } from './explain-call.js';

export interface ExplainedSubagent {
  readonly pool: ToolPool;
  /** Returns the decision of the permission rules about a call of the subagent, without running the call or any hook. */
  explain(call: NamedCall): Promise<ExplainedCall>;
}

/**
 * Describes an agent that this agent may start, with the pool and the rules that it would have, as far as the configuration determines them.
 * Throws SUBAGENT_UNKNOWN. Source: AGENT-07.
 */
export function explainedSubagent(agent: Agent, type: string): ExplainedSubagent {
  const spec = seenBefore(agent);
  const definitions = subagentDefinitions(spec.plan, spec.agent);
  const definition = definitions.get(type);
  if (definition === undefined) {
    const available = [...definitions.keys()];
    throw runnerErrors.SUBAGENT_UNKNOWN({ name: type, nearest: nearest(type, available), available });
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
  return { pool, explain: (call) => explainedBy({ ...spec, pool, agent: definition.agent }, { ...call, layers }) };
}
