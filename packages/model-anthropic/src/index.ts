import { type ErrorRow, ownPlugin } from '@loadout/core';
import { table } from './errors.js';
import { type AnthropicOptions, optionsSchema } from './options.js';
import { anthropicProvider } from './provider.js';

/** The public names, by hand: adding one is a decision. */
export type { AnthropicOptions } from './options.js';
export { anthropicProvider } from './provider.js';

/** Every error of this package by its code, for the reference. */
export const errorTable: Readonly<Record<string, ErrorRow<never>>> = table;

export default ownPlugin({
  name: 'anthropic',
  options: optionsSchema,
  setup: ({ options, env }) => ({ model: anthropicProvider(options as AnthropicOptions, env) }),
});
