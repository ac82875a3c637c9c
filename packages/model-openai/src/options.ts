import type { JsonSchema } from '@loadout/core';
import { patienceOptions, proxyOption } from '@loadout/node/http';
import { type Compat, compatSchema } from './connection/compat.js';
import { type PresetName, presets } from './connection/presets.js';

export const optionsSchema: JsonSchema = {
  type: 'object',
  properties: {
    preset: {
      enum: Object.keys(presets),
      description:
        'A known server: its address, its API, the variable of its key, its habits. Default: by baseUrl, else by the name of the provider, else openai.',
    },
    api: {
      enum: ['chat', 'responses'],
      description: 'Chat Completions or Responses. Default: responses for openai and azure, else chat.',
    },
    baseUrl: {
      type: 'string',
      pattern: '^https?://',
      description: 'The address of the server up to /v1, without /chat/completions. Default: that of the preset.',
    },
    apiKey: {
      type: 'string',
      minLength: 1,
      description:
        'The key, best as ${secret:NAME} or ${env:NAME}. Default: the variable of the preset, such as OPENAI_API_KEY, for its own address.',
    },
    headers: {
      type: 'object',
      additionalProperties: { type: ['string', 'null'] },
      description: 'Headers of each request; null removes one that would be sent.',
    },
    compat: { ...compatSchema, description: 'Habits of the server that differ from those that its preset or address suggests.' },
    ...patienceOptions,
    needsKey: {
      type: 'boolean',
      description:
        'Whether the server needs a key. Default: true for the own address of a preset that has a variable for its key.',
    },
    proxy: proxyOption,
  },
  additionalProperties: false,
};

/** The variables of the environment. */
export type Env = Readonly<Record<string, string | undefined>>;

/** The options. In code, the key may be a function that is called for each request. The schema describes each of them. */
export interface OpenAiOptions {
  readonly preset?: PresetName | undefined;
  readonly api?: 'chat' | 'responses' | undefined;
  readonly baseUrl?: string | undefined;
  readonly apiKey?: string | (() => string | Promise<string>) | undefined;
  readonly headers?: Readonly<Record<string, string | null>> | undefined;
  readonly compat?: Partial<Compat> | undefined;
  readonly timeoutSeconds?: number | undefined;
  readonly maxRetries?: number | undefined;
  readonly maxRetryWaitSeconds?: number | undefined;
  readonly needsKey?: boolean | undefined;
  readonly proxy?: string | undefined;
}
