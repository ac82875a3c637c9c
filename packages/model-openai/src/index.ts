import { ownPlugin } from '@loadout/core';
import { isPreset } from './connection/presets.js';
import { type OpenAiOptions, optionsSchema } from './options.js';
import { openaiProvider } from './provider.js';

/** The public names, by hand: adding one is a decision. */
export type { Compat } from './connection/compat.js';
export type { PresetName } from './connection/presets.js';
export { errors, table as errorTable } from './errors.js';
export type { OpenAiOptions } from './options.js';
export { openaiProvider } from './provider.js';

export default ownPlugin({
  name: 'openai',
  options: optionsSchema,
  setup: ({ options, env, mount }) => ({ model: openaiProvider(named(options as OpenAiOptions, mount), env) }),
});

/** The name of the provider chooses the preset, if the options choose neither a preset nor a server: `providers: { groq: … }`. */
const named = (options: OpenAiOptions, mount: string): OpenAiOptions =>
  options.preset === undefined && options.baseUrl === undefined && isPreset(mount) ? { ...options, preset: mount } : options;
