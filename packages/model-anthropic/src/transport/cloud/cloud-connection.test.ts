import { describe, expect, it } from 'vitest';
import { anthropicProvider } from '../../provider.js';
import { cloudConnectionOf } from './cloud-connection.js';

const of = (options: Parameters<typeof cloudConnectionOf>[0], env: Readonly<Record<string, string>> = {}, token?: string) =>
  cloudConnectionOf(options, env, token);
const AWS = { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'secret-of-aws', AWS_SESSION_TOKEN: 'session' };

describe('the address of a cloud', () => {
  it.each([
    [{ transport: 'bedrock' }, {}, 'https://bedrock-runtime.us-east-1.amazonaws.com'],
    [{ transport: 'bedrock' }, { AWS_DEFAULT_REGION: 'eu-west-3' }, 'https://bedrock-runtime.eu-west-3.amazonaws.com'],
    [{ transport: 'bedrock', region: 'cn-north-1' }, { AWS_REGION: 'x' }, 'https://bedrock-runtime.cn-north-1.amazonaws.com.cn'],
    [{ transport: 'bedrock' }, { ANTHROPIC_BEDROCK_BASE_URL: 'http://gateway/' }, 'http://gateway'],
    [{ transport: 'vertex', project: 'p', region: 'global' }, {}, 'https://aiplatform.googleapis.com/v1'],
    [{ transport: 'vertex', project: 'p' }, { CLOUD_ML_REGION: 'eu' }, 'https://aiplatform.eu.rep.googleapis.com/v1'],
    [{ transport: 'vertex', project: 'p', region: 'us-east5' }, {}, 'https://us-east5-aiplatform.googleapis.com/v1'],
    [{ transport: 'foundry', resource: 'mine' }, {}, 'https://mine.services.ai.azure.com/anthropic'],
    [{ transport: 'foundry' }, { ANTHROPIC_FOUNDRY_BASE_URL: 'http://gateway/anthropic/v1' }, 'http://gateway/anthropic'],
  ] as const)('of %o is found as the vendor finds it (CLOUD-01)', (options, env, baseUrl) => {
    expect(of(options, env)).toMatchObject({ baseUrl, incomplete: undefined });
  });

  it.each([
    [{ transport: 'vertex', project: 'p' }, /CLOUD_ML_REGION/],
    [{ transport: 'vertex', region: 'r' }, /ANTHROPIC_VERTEX_PROJECT_ID/],
    [{ transport: 'foundry' }, /ANTHROPIC_FOUNDRY_RESOURCE/],
  ] as const)('that is not complete makes the model unusable: %o', (options, why) => {
    expect(anthropicProvider(options, {}).missing?.()?.why).toMatch(why);
  });
});

describe('the credential of a cloud', () => {
  it('is a bearer token before keys, and a token of the options before one of the environment', () => {
    const env = { ...AWS, AWS_BEARER_TOKEN_BEDROCK: 'bearer\n' };
    expect(of({ transport: 'bedrock' }, env)).toMatchObject({ authToken: 'bearer' });
    expect(of({ transport: 'bedrock' }, env).cloud).not.toHaveProperty('keys');
    expect(of({ transport: 'bedrock' }, env, 'of-command')).toMatchObject({ authToken: 'of-command' });
    expect(of({ transport: 'bedrock', authToken: 'own' }, env, 'of-command')).toMatchObject({ authToken: 'own' });
    expect(of({ transport: 'bedrock' }, AWS)).toMatchObject({
      authToken: undefined,
      cloud: { keys: { sessionToken: 'session' } },
    });
  });

  it('of the environment goes to no address that a configuration names', () => {
    const bedrock = of({ transport: 'bedrock', baseUrl: 'http://elsewhere' }, { ...AWS, AWS_BEARER_TOKEN_BEDROCK: 'b' });
    expect([bedrock.authToken, bedrock.cloud]).toEqual([undefined, expect.objectContaining({ keys: undefined })]);
    const foundry = of({ transport: 'foundry', baseUrl: 'http://elsewhere' }, { ANTHROPIC_FOUNDRY_API_KEY: 'k' });
    expect(foundry.apiKey).toBeUndefined();
  });

  it('is never one of the API itself', () => {
    const env = { ANTHROPIC_API_KEY: 'api-key', ANTHROPIC_AUTH_TOKEN: 'api-token', ANTHROPIC_CUSTOM_HEADERS: 'x-a: b' };
    for (const transport of ['bedrock', 'vertex', 'foundry'] as const)
      expect(of({ transport }, env)).toMatchObject({ apiKey: undefined, authToken: undefined, headers: {} });
  });

  it('is a secret, whichever it is', () => {
    expect(anthropicProvider({ transport: 'bedrock' }, AWS).secrets?.()).toEqual(['secret-of-aws', 'session']);
    const foundry = anthropicProvider({ transport: 'foundry', resource: 'r' }, { ANTHROPIC_FOUNDRY_API_KEY: 'foundry-key' });
    expect(foundry.secrets?.()).toEqual(['foundry-key']);
  });
});
