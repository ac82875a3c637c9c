import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';
import { bedrockWire, foundryWire, MOCK_AWS_KEYS, type MockApi, startMockApi, vertexWire, type Wire } from '@loadout/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { all, failure, request } from '../../mock-session.fixture.js';
import type { AnthropicOptions } from '../../options.js';
import { anthropicProvider } from '../../provider.js';

const CLOUDS = [
  ['bedrock', bedrockWire, ''],
  ['vertex', vertexWire, '/v1'],
  ['foundry', foundryWire, '/anthropic'],
] as const;

const READ_BY_SDKS = [
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'ANTHROPIC_CUSTOM_HEADERS',
  'ANTHROPIC_FOUNDRY_API_KEY',
  'ANTHROPIC_FOUNDRY_BASE_URL',
  'ANTHROPIC_FOUNDRY_RESOURCE',
  'ANTHROPIC_VERTEX_PROJECT_ID',
  'ANTHROPIC_WEBHOOK_SIGNING_KEY',
  'AWS_BEARER_TOKEN_BEDROCK',
  'AWS_REGION',
  'CLOUD_ML_REGION',
];

describe('a request to a cloud', () => {
  const open: Pick<MockApi, 'close'>[] = [];
  afterEach(async () => {
    vi.unstubAllEnvs();
    await Promise.all(open.splice(0).map((one) => one.close()));
  });
  const serve = async (answer: (response: ServerResponse) => void) => {
    const server = createServer((incoming, response) => void incoming.resume().on('end', () => answer(response)));
    open.push({ close: async () => server.close().closeAllConnections() });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
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
    expect(decodeURIComponent(sent?.path ?? '')).toBe(`/model/${model}/invoke-with-response-stream`);
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

  it.each([
    ['that promises four gigabytes', 0xffff_ffff, 'MODEL_STREAM_INVALID'],
    ['that ends in its middle', 90, 'MODEL_STREAM_CUT'],
  ])('is over at a frame %s', async (_, length, code) => {
    const head = Buffer.alloc(20);
    head.writeUInt32BE(length);
    head.writeUInt32BE(crc32(head.subarray(0, 8)), 8);
    const url = await serve((response) => {
      response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' }).end(head);
    });
    const provider = anthropicProvider({ transport: 'bedrock', baseUrl: url, authToken: 't', maxRetries: 0 }, {});
    expect((await failure(provider)).error.code).toBe(code);
  });

  it('reads no more of a refusal than is worth reading', async () => {
    const url = await serve((response) => {
      response.writeHead(500);
      const more = () => response.destroyed || response.write('x'.repeat(1 << 16), more);
      more();
    });
    const provider = anthropicProvider({ transport: 'bedrock', baseUrl: url, authToken: 't', maxRetries: 0 }, {});
    expect((await failure(provider)).error.code).toBe('MODEL_SERVER_ERROR');
  });

  it.each(CLOUDS)('takes nothing from the variables that its SDK reads: %s', async (transport, wire, path) => {
    for (const name of READ_BY_SDKS) vi.stubEnv(name, `x-env: of-env`);
    const api = await mock(wire);
    const options = { transport, baseUrl: `${api.url}${path}`, region: 'r', project: 'p' };
    await all(anthropicProvider(options, {}));
    const { headers, path: asked } = api.requests[0] ?? {};
    expect(JSON.stringify([asked, headers])).not.toContain('of-env');
    expect([headers?.authorization, headers?.['x-api-key']]).toEqual([undefined, undefined]);
    expect(process.env.ANTHROPIC_CUSTOM_HEADERS).toBe('x-env: of-env');
  });

  it('is not made without an address', async () => {
    expect((await failure(anthropicProvider({ transport: 'foundry' }, {}))).error.code).toBe('MODEL_KEY_MISSING');
  });
});
