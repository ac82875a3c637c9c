import { describe, expect, it } from 'vitest';
import { openaiProvider } from '../provider.js';
import { connectionOf, missingPart, serverOf } from './connection.js';
import type { Env, OpenAiOptions } from './options.js';

const env = { OPENAI_API_KEY: 'sk-openai', GROQ_API_KEY: 'gsk-groq\n', AZURE_OPENAI_API_KEY: 'az' };
const connect = (options: OpenAiOptions, of: Env = env) =>
  connectionOf(options, { env: of, apiKey: options.apiKey as string | undefined });
const keyOf = (options: OpenAiOptions, of: Env = env) => connect(options, of).headers.authorization;

describe('the server of a provider', () => {
  it.each([
    [{}, 'https://api.openai.com/v1', 'responses'],
    [{ preset: 'groq' }, 'https://api.groq.com/openai/v1', 'chat'],
    [{ preset: 'ollama' }, 'http://127.0.0.1:11434/v1', 'chat'],
    [{ preset: 'openai', api: 'chat' }, 'https://api.openai.com/v1', 'chat'],
    [{ baseUrl: 'https://me.openai.azure.com/openai/v1/' }, 'https://me.openai.azure.com/openai/v1', 'responses'],
    [{ baseUrl: 'https://elsewhere.test/v1' }, 'https://elsewhere.test/v1', 'chat'],
  ] as const)('%j is %s over %s', (options, baseUrl, api) => {
    expect(serverOf(options, {})).toMatchObject({ baseUrl, api });
  });

  it('has habits by its address, which options override', () => {
    expect(serverOf({ baseUrl: 'https://api.deepseek.com/v1' }, {}).compat).toMatchObject({ thinking: 'reasoning_content' });
    expect(serverOf({ baseUrl: 'http://localhost:11434/v1' }, {})).toMatchObject({ preset: 'ollama' });
    expect(serverOf({ baseUrl: 'http://other.test:11434/v1' }, {}).preset).toBeUndefined();
    expect(serverOf({ preset: 'groq', compat: { thinking: 'none' } }, {}).compat).toMatchObject({
      thinking: 'none',
      parallelCalls: true,
    });
  });
});

describe('a key of the environment', () => {
  it('goes to the address that it belongs to', () => {
    expect(keyOf({})).toBe('Bearer sk-openai');
    expect(keyOf({ preset: 'groq' })).toBe('Bearer gsk-groq');
    expect(keyOf({ baseUrl: 'https://api.groq.com/openai/v1' })).toBe('Bearer gsk-groq');
    expect(connect({ baseUrl: 'https://me.openai.azure.com/openai/v1' }).headers).toMatchObject({ 'api-key': 'az' });
    expect(keyOf({}, { ...env, OPENAI_BASE_URL: 'http://gateway.test/v1' })).toBe('Bearer sk-openai');
  });

  it('goes to no other address', () => {
    expect(keyOf({ baseUrl: 'https://elsewhere.test/v1' })).toBeUndefined();
    expect(keyOf({ preset: 'openai', baseUrl: 'https://elsewhere.test/v1' })).toBeUndefined();
    expect(keyOf({ preset: 'openai', baseUrl: 'https://api.openai.com.evil.test/v1' })).toBeUndefined();
    expect(keyOf({ preset: 'groq', baseUrl: 'https://api.openai.com/v1' })).toBeUndefined();
    expect(keyOf({ preset: 'ollama' })).toBeUndefined();
    expect(keyOf({ baseUrl: 'http://api.groq.com/openai/v1' })).toBeUndefined();
  });

  it('is missed where it is needed, with the name of its variable', () => {
    const why = (options: OpenAiOptions, of: Env = {}) => missingPart(connect(options, of))?.why;
    expect(why({})).toBe('OPENAI_API_KEY is not set');
    expect(why({ preset: 'mistral' })).toBe('MISTRAL_API_KEY is not set');
    expect(why({ preset: 'azure' })).toContain('baseUrl is not set');
    for (const options of [
      { preset: 'ollama' },
      { apiKey: 'k' },
      { baseUrl: 'http://gateway.test/v1' },
      { headers: { Authorization: 'Bearer k' } },
    ] as const)
      expect(why(options)).toBeUndefined();
    expect(why({ baseUrl: 'http://gateway.test/v1', needsKey: true })).toBe('it has no apiKey');
  });

  it('is never shown', () => {
    const headers = { Authorization: 'Bearer abcdefgh', 'x-trace': 'visible', cookie: null };
    expect(connect({ headers }).secrets).toEqual(['sk-openai', 'abcdefgh']);
    expect(connect({ baseUrl: 'http://me:pass%20word@gateway.test/v1' }).secrets).toEqual(['pass word']);
    expect(openaiProvider({ apiKey: 'own-key' }, env).secrets?.()).toEqual(['own-key']);
  });
});

it('the owner of opaque data is the wire and the host', () => {
  expect(openaiProvider({}, {}).api).toBe('openai-responses:api.openai.com');
  expect(openaiProvider({ preset: 'ollama' }, {}).api).toBe('openai-chat:127.0.0.1:11434');
});
