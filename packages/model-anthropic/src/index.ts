import { ownPlugin } from '@loadout/core';
import { type AnthropicOptions, optionsSchema } from './options.js';
import { anthropicProvider } from './provider.js';

/** The public names, by hand: adding one is a decision. */
export { errors, table as errorTable } from './errors.js';
export type { AnthropicOptions } from './options.js';
export { anthropicProvider } from './provider.js';

export default ownPlugin({
  name: 'anthropic',
  options: optionsSchema,
  setup: ({ options, env }) => ({ model: anthropicProvider(options as AnthropicOptions, env) }),
});
