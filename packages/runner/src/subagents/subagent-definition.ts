import type { AgentPlan, Plan, SubagentPlan, SubagentType } from '@loadout/core';
import { BUILT_IN, type BuiltInAgent } from './built-in.js';

/** An agent that may be started, as its own plan and the edge to it say. */
export interface SubagentDefinition {
  readonly agent: AgentPlan;
  readonly description: string;
  /** Named under the starting agent's `subagents`: it has its own list of tools. Else none that the starting agent does not see. */
  readonly edge: SubagentPlan | undefined;
}

/** Those that an agent may start, by name. One of the plan takes the place of a built-in one with its name. */
export function subagentDefinitions(plan: Plan, agent: AgentPlan): ReadonlyMap<string, SubagentDefinition> {
  const found = new Map<string, SubagentDefinition>();
  for (const builtIn of BUILT_IN) add(asPlan(builtIn, { plan, agent }), builtIn.description);
  for (const other of Object.values(plan.agents)) if (other.name !== agent.name) add(other, other.description ?? '');
  return found;

  function add(one: AgentPlan, description: string) {
    const edge = agent.subagents?.[one.name];
    if (agent.subagents === undefined || edge !== undefined) found.set(one.name, { agent: one, description, edge });
  }
}

/** One that searches and reads by these instructions, whatever the agent may start otherwise. */
export const readingAgent = (
  at: { readonly plan: Plan; readonly agent: AgentPlan },
  instructions: string,
): SubagentDefinition => ({
  agent: asPlan({ name: 'Explore', description: '', instructions, tools: ['Glob', 'Grep', 'Read'], isTold: false }, at),
  description: '',
  edge: undefined,
});

export const typeOf = ({ agent, description }: SubagentDefinition): SubagentType => ({
  name: agent.name,
  description,
  background: agent.background,
  isolation: agent.isolation,
  skills: agent.skills,
});

/** It grows and runs as the agent that starts it does. */
function asPlan(builtIn: BuiltInAgent, { plan, agent }: { plan: Plan; agent: AgentPlan }): AgentPlan {
  const shared = builtIn.isTold && plan.sharedInstructions ? `${plan.sharedInstructions.trimEnd()}\n\n` : '';
  return {
    name: builtIn.name,
    description: builtIn.description,
    instructions: shared + builtIn.instructions,
    models: [],
    tools: builtIn.tools,
    disallowedTools: [],
    permissions: { rules: [] },
    hooks: [],
    limits: {},
    concurrency: agent.concurrency,
    compaction: agent.compaction,
    model: {},
  };
}
