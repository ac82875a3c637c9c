import { describeProvider, messagesWire } from '@loadout/testing';
import { describe, it } from 'vitest';
import { anthropicProvider } from './provider.js';

describeProvider('anthropic', {
  describe,
  it,
  wire: messagesWire,
  create: ({ url, apiKey, maxRetries, timeoutSeconds }) =>
    anthropicProvider({ baseUrl: url, apiKey, maxRetries, timeoutSeconds }),
});
