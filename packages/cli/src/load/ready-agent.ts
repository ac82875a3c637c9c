import type { ModelProvider, Plan } from '@loadout/core';
import { type Agent, type AgentOptions, createAgent } from '@loadout/runner';

/** Stands in where nothing is asked of a model, so that no key is needed and no provider is loaded. */
export const noModel: ModelProvider = {
  name: 'none',
  // biome-ignore lint/correctness/useYield: it is never asked.
  async *stream() {
    throw new Error('This command asks no model.');
  },
};

/** Makes the agent ready, hands it over, and ends its plugins whatever happens. */
export async function withAgent<T>(
  plan: Plan,
  { use, ...options }: Omit<AgentOptions, 'plan'> & { readonly use: (agent: Agent) => T | Promise<T> },
): Promise<T> {
  const agent = await createAgent({ model: noModel, ...options, plan });
  try {
    return await use(agent);
  } finally {
    await agent.close();
  }
}
