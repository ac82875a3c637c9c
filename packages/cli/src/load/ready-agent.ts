import type { ModelProvider, Plan } from '@loadout/core';
import { type Agent, type AgentOptions, createAgent } from '@loadout/runner';

/** A model for work without model calls, so that no key is needed and no provider is loaded. */
export const noModel: ModelProvider = {
  name: 'none',
  // biome-ignore lint/correctness/useYield: it is never asked.
  async *stream() {
    throw new Error('This command asks no model.');
  },
};

/** Prepares the agent, passes it to the work, and always disposes of its plugins. */
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
