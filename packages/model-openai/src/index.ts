import { type ErrorRow, ownPlugin } from '@loadout/core';
import { type OpenAiOptions, optionsSchema } from './connection/options.js';
import { presetByName } from './connection/preset-by-name.js';
import { table } from './errors.js';
import { openaiProvider } from './provider.js';

/** The public names, by hand: adding one is a decision. */
export type { Compat } from './connection/compat.js';
export type { OpenAiOptions } from './connection/options.js';
export type { PresetName } from './connection/preset-name.js';
export { openaiProvider } from './provider.js';

/** Every error of this package by its code, for the reference. */
export const errorTable: Readonly<Record<string, ErrorRow<never>>> = table;

export default ownPlugin({
  name: 'openai',
  options: optionsSchema,
  setup: ({ options, env, mount }) => ({ model: openaiProvider(presetByName(options as OpenAiOptions, mount), env) }),
});
