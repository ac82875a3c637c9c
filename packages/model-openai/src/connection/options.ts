import type { JsonSchema } from '@loadout/core';
import { patienceOptions, proxyOption } from '@loadout/node/http';
import { type Compat, compatSchema } from './compat.js';
import type { PresetName } from './preset-name.js';
import { presets } from './presets.js';

/** The schema without descriptions. They stand in the manifest (package.json), where editors read them. */
export const optionsSchema: JsonSchema = {
  type: 'object',
  properties: {
    preset: {
      enum: Object.keys(presets),
    },
    api: {
      enum: ['chat', 'responses'],
    },
    baseUrl: {
      type: 'string',
      pattern: '^https?://',
    },
    apiKey: {
      type: 'string',
      minLength: 1,
    },
    headers: {
      type: 'object',
      additionalProperties: { type: ['string', 'null'] },
    },
    compat: compatSchema,
    ...patienceOptions,
    needsKey: {
      type: 'boolean',
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
