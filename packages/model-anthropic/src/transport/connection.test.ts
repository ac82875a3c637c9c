import { describe, expect, it } from 'vitest';
import { connectionOf, missingCredential } from './connection.js';

const env = { ANTHROPIC_API_KEY: 'env-key', ANTHROPIC_BASE_URL: '' };

describe('the connection', () => {
  it('takes key and address from the environment', () => {
    expect(connectionOf({}, env)).toMatchObject({ baseUrl: 'https://api.anthropic.com', apiKey: 'env-key' });
    const local = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'http://localhost:1/v1/' };
    expect(connectionOf({}, local)).toMatchObject({ baseUrl: 'http://localhost:1', apiKey: 'k' });
    expect(connectionOf({}, { ANTHROPIC_AUTH_TOKEN: 't\n' })).toMatchObject({ authToken: 't', apiKey: undefined });
    expect(connectionOf({}, { ANTHROPIC_API_KEY: ' \n' })).toMatchObject({ apiKey: undefined });
  });

  it('sends the key of the environment to no address that a configuration names', () => {
    expect(connectionOf({ baseUrl: 'http://elsewhere' }, env).apiKey).toBeUndefined();
    expect(connectionOf({ baseUrl: 'http://elsewhere', apiKey: 'own' }, env).apiKey).toBe('own');
    expect(connectionOf({ baseUrl: 'https://api.anthropic.com/' }, env).apiKey).toBe('env-key');
  });

  it('sends the version that gateways know to the address of the environment, unless another is named (GAP-D4)', () => {
    const gateway = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'https://gateway.example' };
    expect(connectionOf({}, gateway).headers).toEqual({ 'anthropic-version': '2023-06-01' });
    expect(connectionOf({ apiVersion: '2026-10-21' }, gateway).headers).toEqual({ 'anthropic-version': '2026-10-21' });
    expect(connectionOf({ headers: { 'anthropic-version': 'own' } }, gateway).headers).toEqual({ 'anthropic-version': 'own' });
    expect(connectionOf({}, env).headers).toEqual({});
    expect(connectionOf({ baseUrl: 'https://gateway.example' }, gateway).headers).toEqual({});
  });

  it('misses a key only for the default address', () => {
    expect(missingCredential(connectionOf({}, {}))).toMatchObject({ why: 'ANTHROPIC_API_KEY is not set' });
    expect(missingCredential(connectionOf({}, env))).toBeUndefined();
    expect(missingCredential(connectionOf({ baseUrl: 'http://localhost:11434' }, {}))).toBeUndefined();
    expect(missingCredential(connectionOf({ headers: { 'X-Api-Key': 'k' } }, {}))).toBeUndefined();
    expect(missingCredential(connectionOf({ headers: { authorization: null } }, {}))).toBeDefined();
  });

  it('knows every credential that no message may show', () => {
    const headers = { Authorization: 'Bearer abcdefgh', 'x-trace': 'visible', cookie: null };
    expect(connectionOf({ apiKey: 'my-key', headers }, {}).secrets).toEqual(['my-key', 'abcdefgh']);
  });
});
