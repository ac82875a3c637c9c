import type { ModelProvider } from '@loadout/core/model';

/** A model for work without model calls, so that no key is needed and no provider is loaded. */
export const noModel: ModelProvider = {
  name: 'none',
  // biome-ignore lint/correctness/useYield: it is never asked.
  async *stream() {
    throw new Error('This command asks no model.');
  },
};
