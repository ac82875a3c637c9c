import { ownPlugin } from '@loadout/core';
import { type AiSdkOptions, optionsSchema } from './options.js';
import { aiSdkProvider } from './provider.js';

/** The public names, by hand: adding one is a decision. */
export { errors, table as errorTable } from './errors.js';
export type { AiSdkOptions } from './options.js';
export { aiSdkProvider } from './provider.js';

export default ownPlugin({
  name: 'ai-sdk',
  options: optionsSchema,
  setup: ({ options, configDir, env }) => ({ model: aiSdkProvider(options as AiSdkOptions, { configDir, env }) }),
});
