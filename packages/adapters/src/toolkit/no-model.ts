import type { ModelProvider } from '@loadout/core';
import { errors } from '../errors.js';

/** Stands for the model of the session: the model belongs to the host. */
export const noModel: ModelProvider = {
  name: 'none',
  // biome-ignore lint/correctness/useYield: it throws instead.
  async *stream() {
    throw errors.ADAPTER_OPTIONS({
      problem: 'a tool asks a model, and a toolkit has none',
      fix: 'Pass smallModel, or a config whose agent has a model.',
    });
  },
};
