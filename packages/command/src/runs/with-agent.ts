import type { Plan } from '@loadout/core/run';
import { type Agent, type AgentOptions, createAgent, firstModel, noModel } from '@loadout/runner';

/** Prepares the agent, passes it to the work, and always disposes of its plugins. */
export async function withAgent<T>(
  plan: Plan,
  { use, ...options }: Omit<AgentOptions, 'plan'> & { readonly use: (agent: Agent) => T | Promise<T> },
): Promise<T> {
  const wanted = { model: noModel, ...options };
  const agent = await createAgent({ ...(wanted.model === noModel ? firstChoice(plan, options) : {}), ...wanted, plan });
  try {
    return await use(agent);
  } finally {
    await agent.close();
  }
}

/** The model that a run would ask first. It is not loaded, but prices, windows and errors are those of this model. */
function firstChoice(plan: Plan, { agent: name, env = process.env }: Omit<AgentOptions, 'plan'>): Pick<AgentOptions, 'modelId'> {
  const [only, ...others] = Object.values(plan.agents);
  const agent = name === undefined && others.length === 0 ? only : plan.agents[name ?? ''];
  return { modelId: agent && firstModel({ plan, agent, env }) };
}
