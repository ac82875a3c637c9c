import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { converseWire, describeProvider, geminiWire } from '@loadout/testing';
import { describe, it } from 'vitest';
import { aiSdkProvider } from './provider.js';

const configDir = dirname(fileURLToPath(import.meta.url));
const createGoogle = 'createGoogleGenerativeAI' satisfies keyof typeof import('@ai-sdk/google');
const createBedrock = 'createAmazonBedrock' satisfies keyof typeof import('@ai-sdk/amazon-bedrock');

describeProvider('ai-sdk with @ai-sdk/google', {
  describe,
  it,
  cutStep: 7,
  wire: geminiWire,
  create: ({ url, apiKey, maxRetries, timeoutSeconds }) =>
    aiSdkProvider(
      {
        package: '@ai-sdk/google',
        create: createGoogle,
        settings: { baseURL: `${url}/v1beta`, apiKey },
        maxRetries,
        timeoutSeconds,
      },
      { configDir, env: {} },
    ),
  without: { 'malformed input': 'The API sends arguments as an object.' },
});

describeProvider('ai-sdk with @ai-sdk/amazon-bedrock', {
  describe,
  it,
  cutStep: 7,
  wire: converseWire,
  create: ({ url, apiKey, maxRetries, timeoutSeconds }) =>
    aiSdkProvider(
      {
        package: '@ai-sdk/amazon-bedrock',
        create: createBedrock,
        settings: { baseURL: url, apiKey, region: 'us-east-1' },
        maxRetries,
        timeoutSeconds,
      },
      { configDir, env: {} },
    ),
  without: { 'stream errors': 'The package drops the name of an exception, which counts as a failure of the server.' },
});
