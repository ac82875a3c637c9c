import { bedrockWire, MOCK_AWS_KEYS, type MockApi, startMockApi } from '@loadout/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { cloudIn } from '../setup/cloud-in.js';
import { credentialStatus } from '../setup/credential-status.js';
import { query } from './query.js';
import { collect, folder } from './query.test-kit.js';

let api: MockApi | undefined;
afterEach(() => api?.close());

const MODEL = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0';

async function ask(variables: Readonly<Record<string, string>>) {
  const mock = await startMockApi({ wire: bedrockWire, replies: () => ({ text: 'Hello.' }) });
  api = mock;
  const env = {
    PATH: process.env.PATH,
    HOME: folder(),
    ANTHROPIC_API_KEY: 'key-of-the-api',
    ANTHROPIC_BEDROCK_BASE_URL: mock.url,
    ...variables,
  };
  const options = { cwd: folder(), env, settingSources: [], model: MODEL };
  const messages = await collect(query({ prompt: 'Hi.', options }));
  return { mock, result: messages.at(-1) };
}

describe('a program whose environment names Bedrock (CLOUD-01)', () => {
  it('asks there with the credentials of AWS, and never with the key of the API', async () => {
    const { accessKeyId, secretAccessKey, sessionToken } = MOCK_AWS_KEYS;
    const { mock, result } = await ask({
      CLAUDE_CODE_USE_BEDROCK: '1',
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      AWS_SESSION_TOKEN: sessionToken,
      AWS_REGION: 'eu-west-1',
    });
    expect(result).toMatchObject({ subtype: 'success', result: 'Hello.' });
    expect(mock.invalid).toEqual([]);
    expect(mock.requests[0]?.path).toBe(`/model/${MODEL}/invoke-with-response-stream`);
    expect(JSON.stringify(mock.requests[0]?.headers)).not.toContain('key-of-the-api');
  });

  it('sends no credential to a gateway that has its own', async () => {
    const { mock, result } = await ask({
      CLAUDE_CODE_USE_BEDROCK: 'true',
      CLAUDE_CODE_SKIP_BEDROCK_AUTH: '1',
      AWS_BEARER_TOKEN_BEDROCK: 'token',
    });
    expect(result).toMatchObject({ subtype: 'success' });
    expect(mock.requests[0]?.headers.authorization).toBeUndefined();
  });
});

it('the status of the credential names the cloud', () => {
  const env = { HOME: '/nowhere', CLAUDE_CODE_USE_VERTEX: '1', ANTHROPIC_API_KEY: 'key' };
  expect(credentialStatus(env)).toMatchObject({ loggedIn: true, authMethod: 'third_party', apiProvider: 'vertex' });
  expect(cloudIn({ CLAUDE_CODE_USE_VERTEX: '0', CLAUDE_CODE_USE_FOUNDRY: 'on' })).toBe('foundry');
});
