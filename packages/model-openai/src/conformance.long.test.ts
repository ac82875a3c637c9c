import {
  chatWire,
  describeProvider,
  llamacppWire,
  lmstudioWire,
  ollamaWire,
  type ProviderCases,
  responsesWire,
  vllmWire,
} from '@loadout/testing';
import { describe, it } from 'vitest';
import type { OpenAiOptions } from './connection/options.js';
import { openaiProvider } from './provider.js';

const WIRES = [
  [chatWire, { api: 'chat' }],
  [responsesWire, { api: 'responses' }],
  [ollamaWire, { preset: 'ollama' }],
  [llamacppWire, { preset: 'llamacpp' }],
  [vllmWire, { preset: 'vllm' }],
  [lmstudioWire, { preset: 'lmstudio' }, { usage: 'it reports none', 'cached input': 'it reports no usage' }],
] as const satisfies readonly (readonly [object, OpenAiOptions, ProviderCases['without']?])[];

for (const [wire, options, without] of WIRES)
  describeProvider('openai', {
    describe,
    it,
    wire,
    without,
    create: ({ url, apiKey, maxRetries, timeoutSeconds }) =>
      openaiProvider({ ...options, baseUrl: `${url}/v1`, apiKey, maxRetries, timeoutSeconds }, {}),
  });
