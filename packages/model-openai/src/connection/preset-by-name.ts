import type { OpenAiOptions } from './options.js';
import { isPreset } from './presets.js';

/** The name of the provider chooses the preset, if the options choose neither a preset nor a server: `providers: { groq: … }`. */
export const presetByName = (options: OpenAiOptions, name: string): OpenAiOptions =>
  options.preset === undefined && options.baseUrl === undefined && isPreset(name) ? { ...options, preset: name } : options;
