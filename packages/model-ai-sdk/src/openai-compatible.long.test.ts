import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LanguageModelV3 } from '@ai-sdk/provider';
import { chatWire, describeProvider } from '@loadout/testing';
import { describe, expectTypeOf, it } from 'vitest';
import type { CallOptions } from './model/language-model.js';
import { aiSdkProvider } from './provider.js';

const create = 'createOpenAICompatible' satisfies keyof typeof import('@ai-sdk/openai-compatible');
const configDir = dirname(fileURLToPath(import.meta.url));

/** Streams that the package itself reads in another way, or not at all. */
const NOT_READ = /one index|no index|behind its id|glue|as an object/;
const wire = { ...chatWire, oddities: chatWire.oddities?.filter(({ name }) => !NOT_READ.test(name)) };

describeProvider('ai-sdk with @ai-sdk/openai-compatible', {
  describe,
  it,
  cutStep: 7,
  wire,
  create: ({ url, apiKey, maxRetries, timeoutSeconds }) =>
    aiSdkProvider(
      {
        package: '@ai-sdk/openai-compatible',
        create,
        settings: { name: 'mock', baseURL: `${url}/v1`, apiKey },
        maxRetries,
        timeoutSeconds,
      },
      { configDir, env: {} },
    ),
  without: { 'early calls': 'The package hands out the calls of a message at its end.' },
});

it('the shape that we read is that of version 3', () => {
  type Theirs = Parameters<LanguageModelV3['doStream']>[0];
  expectTypeOf<Theirs['maxOutputTokens']>().toEqualTypeOf<CallOptions['maxOutputTokens']>();
  expectTypeOf<LanguageModelV3['specificationVersion']>().toEqualTypeOf<'v3'>();
});
