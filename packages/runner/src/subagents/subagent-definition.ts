import type { SubagentType, ToolRole } from '@loadout/core';
import type { AgentPlan, Plan, SubagentPlan } from '@loadout/core/run';

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

/** An agent that every agent may start without declaring it. Source: AGENT-01, CON-20. */
interface BuiltInAgent {
  readonly name: string;
  readonly description: string;
  readonly instructions: string;
  /** The tools of the starting agent that it sees, by their roles. Absent: all. */
  readonly roles?: readonly ToolRole[] | undefined;
  /** If true, the shared instructions of all agents precede the agent's own. */
  readonly isTold: boolean;
}

/** The roles of the tools that find and read files. */
const READING: readonly ToolRole[] = ['finds-files', 'searches-files', 'reads-files'];

const REPORT =
  'You work for another agent, which reads only your last message. Say there what you found or did, with paths and line numbers, and what is left open.';

const BUILT_IN: readonly BuiltInAgent[] = [
  {
    name: 'general-purpose',
    description: 'Works on a task of several steps by itself, with all tools of this agent, and reports what came of it.',
    instructions: `You carry out the task that you are given, and only that, to its end. ${REPORT}`,
    isTold: true,
  },
  {
    name: 'Explore',
    description: 'Searches and reads files quickly and changes nothing. For questions of where something is or how it works.',
    instructions: `You search a code base and answer a question about it. Begin broad, with the names of files and a search of their text, then read the places that matter; look in several places at once. You change nothing. ${REPORT}`,
    roles: READING,
    isTold: false,
  },
  {
    name: 'Plan',
    description:
      'Reads the code and writes a plan of how to do a task: which files change, in which order, and what may go wrong.',
    instructions: `You plan how a task is to be done and change nothing. Read what the task touches, find what is there to build upon, and weigh the ways to do it. Answer with the plan: the steps in their order, the files of each, how it is tested, and what may go wrong. End with the three to five files that matter most. ${REPORT}`,
    roles: READING,
    isTold: false,
  },
];
