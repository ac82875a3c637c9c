import { bedrockWire, describeProvider, foundryWire, MOCK_AWS_KEYS, vertexWire } from '@loadout/testing';
import { describe, it } from 'vitest';
import { anthropicProvider } from './provider.js';

const { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY, sessionToken: AWS_SESSION_TOKEN } = MOCK_AWS_KEYS;

describeProvider('anthropic with a bearer token', {
  describe,
  it,
  wire: bedrockWire,
  create: ({ url, apiKey, maxRetries, timeoutSeconds }) =>
    anthropicProvider({ transport: 'bedrock', baseUrl: url, authToken: apiKey, maxRetries, timeoutSeconds }, {}),
});

describeProvider('anthropic with signed requests', {
  describe,
  it,
  wire: { ...bedrockWire, name: 'signed bedrock' },
  create: ({ url, apiKey, maxRetries, timeoutSeconds }) =>
    anthropicProvider(
      // A key that is signed with is never sent, so the key of the checks goes in a header of its own.
      { transport: 'bedrock', maxRetries, timeoutSeconds, headers: { 'x-gateway-key': apiKey } },
      { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, ANTHROPIC_BEDROCK_BASE_URL: url },
    ),
});

describeProvider('anthropic', {
  describe,
  it,
  wire: vertexWire,
  create: ({ url, apiKey, maxRetries, timeoutSeconds }) =>
    anthropicProvider(
      {
        transport: 'vertex',
        baseUrl: `${url}/v1`,
        region: 'europe-west1',
        project: 'p',
        authToken: apiKey,
        maxRetries,
        timeoutSeconds,
      },
      {},
    ),
});

describeProvider('anthropic', {
  describe,
  it,
  wire: foundryWire,
  create: ({ url, apiKey, maxRetries, timeoutSeconds }) =>
    anthropicProvider({ transport: 'foundry', baseUrl: `${url}/anthropic`, apiKey, maxRetries, timeoutSeconds }, {}),
});
