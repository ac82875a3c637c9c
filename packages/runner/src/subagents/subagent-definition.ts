import type { AgentPlan, Plan, SubagentPlan, SubagentType, ToolRole } from '@loadout/core';
import { BUILT_IN, type BuiltInAgent, READING } from './built-in.js';

/** An agent that may be started: its own plan, and the starting agent's entry for it. */
export interface SubagentDefinition {
  readonly agent: AgentPlan;
  readonly description: string;
  /**
   * The entry under the starting agent's `subagents`, if any. With an entry, the agent has its own list of tools. Without one, it
   * gets no tool that the starting agent does not see.
   */
  readonly edge: SubagentPlan | undefined;
  /** The roles of the tools that the agent sees. Absent: tools of any role. */
  readonly roles?: readonly ToolRole[] | undefined;
}

/** Returns the agents that an agent may start, by name. An agent of the plan replaces a built-in agent of the same name. */
export function subagentDefinitions(plan: Plan, agent: AgentPlan): ReadonlyMap<string, SubagentDefinition> {
  const found = new Map<string, SubagentDefinition>();
  for (const builtIn of BUILT_IN) add(asPlan(builtIn, { plan, agent }), builtIn);
  for (const other of Object.values(plan.agents))
    if (other.name !== agent.name) add(other, { description: other.description ?? '' });
  return found;

  function add(one: AgentPlan, about: Pick<BuiltInAgent, 'description' | 'roles'>) {
    const edge = agent.subagents?.[one.name];
    if (agent.subagents === undefined || edge !== undefined)
      found.set(one.name, { agent: one, description: about.description, edge, roles: about.roles });
  }
}

/** Returns an agent that searches and reads by these instructions, whatever other agents may be started. */
export const readingAgent = (
  at: { readonly plan: Plan; readonly agent: AgentPlan },
  instructions: string,
): SubagentDefinition => ({
  agent: asPlan({ name: 'Explore', description: '', instructions, isTold: false }, at),
  description: '',
  edge: undefined,
  roles: READING,
});

export const typeOf = ({ agent, description }: SubagentDefinition): SubagentType => ({
  name: agent.name,
  description,
  background: agent.background,
  isolation: agent.isolation,
  skills: agent.skills,
});

/** Turns a built-in agent into a plan, with the compaction and limits of the agent that starts it. */
function asPlan(builtIn: BuiltInAgent, { plan, agent }: { plan: Plan; agent: AgentPlan }): AgentPlan {
  const shared = builtIn.isTold && plan.sharedInstructions ? `${plan.sharedInstructions.trimEnd()}\n\n` : '';
  return {
    name: builtIn.name,
    description: builtIn.description,
    instructions: shared + builtIn.instructions,
    models: [],
    tools: ['*'],
    disallowedTools: [],
    permissions: { rules: [] },
    hooks: [],
    limits: {},
    concurrency: agent.concurrency,
    compaction: agent.compaction,
    model: {},
  };
}
