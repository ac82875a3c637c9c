import { readFileSync } from 'node:fs';
import { describePlugin } from '@loadout/testing';
import { describe, expect, it } from 'vitest';
import type { OpenAiOptions } from './connection/options.js';
import { presetByName } from './connection/preset-by-name.js';
import plugin from './index.js';
import { openaiProvider } from './provider.js';

describePlugin(plugin, {
  describe,
  it,
  packageJson: JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')),
  options: { preset: 'groq', apiKey: 'k', headers: { 'x-a': null }, compat: { toolIds: 'mistral', strict: true } },
  invalidOptions: [
    { options: { baseUrl: 'localhost' }, path: '/baseUrl' },
    { options: { preset: 'openia' }, path: '/preset' },
    { options: { api: 'messages' }, path: '/api' },
    { options: { timeoutSeconds: 0 }, path: '/timeoutSeconds' },
    { options: { compat: { strikt: true } }, path: '/compat/strikt' },
    { options: { compat: { thinking: 'loud' } }, path: '/compat/thinking' },
  ],
});

it('the name of a provider chooses the preset, if nothing else does', () => {
  const apiOf = (name: string, options: OpenAiOptions) => openaiProvider(presetByName(options, name), {}).api;
  expect(apiOf('groq', {})).toBe('openai-chat:api.groq.com');
  expect(apiOf('mine', {})).toBe('openai-responses:api.openai.com');
  expect(apiOf('groq', { preset: 'xai' })).toBe('openai-chat:api.x.ai');
  expect(apiOf('groq', { baseUrl: 'http://gateway.test/v1' })).toBe('openai-chat:gateway.test');
});
