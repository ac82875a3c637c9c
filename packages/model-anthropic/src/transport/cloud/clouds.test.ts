import { bedrockWire, MOCK_AWS_KEYS, type MockApi, startMockApi, vertexWire, type Wire } from '@loadout/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { all, failure, request } from '../../mock-session.fixture.js';
import type { AnthropicOptions } from '../../options.js';
import { anthropicProvider } from '../../provider.js';
import { cloudConnectionOf } from './cloud-connection.js';
import { CredentialChain } from './credential-chain.js';

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
    expect(anthropicProvider(options, {}).missing?.()).toMatch(why);
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

describe("the cloud's own chain of credentials", () => {
  const notInstalled = () => Promise.reject(Object.assign(new Error('none'), { code: 'ERR_MODULE_NOT_FOUND' }));

  it.each([
    [{ transport: 'bedrock' }, [/AWS_BEARER_TOKEN_BEDROCK/, /tokenCommand/, /@aws-sdk\/credential-providers/]],
    [{ transport: 'vertex', project: 'p', region: 'r' }, [/CLOUDSDK_AUTH_ACCESS_TOKEN/, /tokenCommand/, /google-auth-library/]],
    [{ transport: 'foundry', resource: 'r' }, [/ANTHROPIC_FOUNDRY_API_KEY/, /tokenCommand/]],
  ] as const)('where there is none, the error names the variable, the option and the package: %o', async (options, words) => {
    const failed = new CredentialChain(notInstalled).complete(of(options)).catch((error: unknown) => error);
    const { code, message } = (await failed) as { code: string; message: string };
    expect(code).toBe('MODEL_KEY_MISSING');
    for (const word of words) expect(message).toMatch(word);
  });

  it('gives keys of a profile, anew for each request, since they expire', async () => {
    let asked = 0;
    const given: unknown[] = [];
    const chain = new CredentialChain(async () => ({
      fromNodeProviderChain: (options: unknown) => {
        given.push(options);
        return async () => ({ accessKeyId: 'A', secretAccessKey: `s${++asked}`, sessionToken: 't' });
      },
    }));
    const connection = of({ transport: 'bedrock', profile: 'work' });
    await chain.complete(connection);
    expect(await chain.complete(connection)).toMatchObject({
      cloud: { keys: { accessKeyId: 'A', secretAccessKey: 's2', sessionToken: 't' } },
      secrets: ['s2', 't'],
    });
    expect(given).toEqual([{ profile: 'work' }]);
  });

  it('gives an access token for Vertex, and says what went wrong without a secret', async () => {
    class GoogleAuth {
      getAccessToken = () => Promise.resolve('ya29');
    }
    const vertex = of({ transport: 'vertex', project: 'p', region: 'r' });
    expect(await new CredentialChain(async () => ({ GoogleAuth })).complete(vertex)).toMatchObject({ authToken: 'ya29' });
    class Broken {
      getAccessToken = () => Promise.reject(new Error('no login, Bearer ya29.secret-token'));
    }
    const failed = new CredentialChain(async () => ({ GoogleAuth: Broken })).complete(vertex);
    await expect(failed).rejects.toMatchObject({
      code: 'MODEL_KEY_MISSING',
      message: expect.not.stringContaining('secret-token'),
    });
  });

  it('is not asked for an address that a configuration names: a gateway has credentials of its own', async () => {
    const gateway = of({ transport: 'bedrock', baseUrl: 'http://gateway' });
    expect(await new CredentialChain(notInstalled).complete(gateway)).toBe(gateway);
  });
});

describe('a request to a cloud', () => {
  const open: MockApi[] = [];
  afterEach(() => Promise.all(open.splice(0).map((one) => one.close())));
  const mock = async (wire: Wire, replies: Parameters<typeof startMockApi>[0]['replies'] = () => ({ text: 'x' })) => {
    const api = await startMockApi({ wire, replies });
    open.push(api);
    return api;
  };

  it.each([
    'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
    'arn:aws:bedrock:us-east-2:123456789012:application-inference-profile/abc123',
  ])('is signed for the path as AWS reads it: %s (CLOUD-02)', async (model) => {
    const api = await mock(bedrockWire);
    const { accessKeyId, secretAccessKey, sessionToken } = MOCK_AWS_KEYS;
    const provider = anthropicProvider(
      { transport: 'bedrock', betas: ['one'], region: 'us-east-2' },
      {
        AWS_ACCESS_KEY_ID: accessKeyId,
        AWS_SECRET_ACCESS_KEY: secretAccessKey,
        AWS_SESSION_TOKEN: sessionToken,
        ANTHROPIC_BEDROCK_BASE_URL: api.url,
      },
    );
    await all(provider, { ...request(), model, betas: ['two'] });
    expect(api.invalid).toEqual([]);
    const [sent] = api.requests;
    expect(sent?.path).toBe(`/model/${encodeURIComponent(model)}/invoke-with-response-stream`);
    expect(sent?.body).toMatchObject({ anthropic_beta: ['one', 'two'] });
    expect(sent?.headers.authorization).toContain('/us-east-2/bedrock/aws4_request');
  });

  it('names the model of Vertex with its date, and the betas in a header', async () => {
    const api = await mock(vertexWire);
    const options = { transport: 'vertex', region: 'global', project: 'my-project', baseUrl: `${api.url}/v1` } as const;
    await all(anthropicProvider({ ...options, authToken: 't', betas: ['one'] }, {}), {
      ...request(),
      model: 'claude-x@20250929',
    });
    expect(api.invalid).toEqual([]);
    expect(api.requests[0]?.path).toBe(
      '/v1/projects/my-project/locations/global/publishers/anthropic/models/claude-x@20250929:streamRawPredict',
    );
    expect(api.requests[0]?.headers['anthropic-beta']).toBe('one');
  });

  it('goes once more with a new token when the old one is refused', async () => {
    const api = await mock(vertexWire, (_, index) => (index === 0 ? { fault: { status: 403 } } : { text: 'x' }));
    const options: AnthropicOptions = {
      transport: 'vertex',
      region: 'r',
      project: 'p',
      baseUrl: api.url,
      tokenCommand: 'date +%N',
    };
    await all(anthropicProvider(options, {}));
    const tokens = api.requests.map(({ headers }) => headers.authorization);
    expect(tokens).toHaveLength(2);
    expect(tokens[0]).not.toBe(tokens[1]);
  });

  it('that Google refuses with a list is an error with its words', async () => {
    const body = [{ error: { code: 400, message: 'model not enabled', status: 'FAILED' } }];
    const api = await mock(vertexWire, () => ({ fault: { status: 400, body } }));
    const options = { transport: 'vertex', region: 'r', project: 'p', baseUrl: api.url, authToken: 't' } as const;
    expect((await failure(anthropicProvider(options, {}))).error).toMatchObject({
      code: 'MODEL_REQUEST_INVALID',
      message: expect.stringContaining('model not enabled'),
    });
  });

  it('is not made without an address', async () => {
    expect((await failure(anthropicProvider({ transport: 'foundry' }, {}))).error.code).toBe('MODEL_KEY_MISSING');
  });
});
