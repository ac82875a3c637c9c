import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bedrockWire, MOCK_AWS_KEYS, startMockApi, vertexWire, type Wire } from '@loadout/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { all, failure } from '../../mock-session.fixture.js';
import { anthropicProvider } from '../../provider.js';

let home = '';
const closing: (() => unknown)[] = [];
const named = (name: string) => join(home, name);

/** A machine without credentials, and without a metadata server. */
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'loadout-clouds-'));
  const variables = {
    HOME: home,
    AWS_CONFIG_FILE: named('config'),
    AWS_SHARED_CREDENTIALS_FILE: named('credentials'),
    AWS_EC2_METADATA_DISABLED: 'true',
    GOOGLE_APPLICATION_CREDENTIALS: undefined,
    CLOUDSDK_CONFIG: named('gcloud'),
    METADATA_SERVER_DETECTION: 'none',
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(closing.splice(0).map((close) => close()));
  rmSync(home, { recursive: true, force: true });
});

async function mock(wire: Wire, fault?: { readonly status: number; readonly body: unknown }) {
  const api = await startMockApi({ wire, replies: () => (fault === undefined ? { text: 'x' } : { fault }) });
  closing.push(() => api.close());
  return api;
}

const { accessKeyId, secretAccessKey, sessionToken } = MOCK_AWS_KEYS;
const writeProfile = (name: string) =>
  writeFileSync(
    named('credentials'),
    `[${name}]\naws_access_key_id=${accessKeyId}\naws_secret_access_key=${secretAccessKey}\naws_session_token=${sessionToken}\n`,
  );

/** Google's token service on loopback, and the file that leads to it. */
async function googleLogin(listener: RequestListener): Promise<void> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close().closeAllConnections());
  writeFileSync(named('subject'), 'subject-token');
  const account = {
    type: 'external_account',
    audience: '//iam.googleapis.com/locations/global/workforcePools/p/providers/q',
    subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    token_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`,
    credential_source: { file: named('subject') },
  };
  writeFileSync(named('google.json'), JSON.stringify(account));
  vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', named('google.json'));
}

const TOKEN = { access_token: 'ya29.of-the-machine', issued_token_type: 'x', token_type: 'Bearer', expires_in: 60 };
const VERTEX = { transport: 'vertex', region: 'r', project: 'p' } as const;

describe('credentials of this machine (CLOUD-01)', () => {
  it('sign a request to Bedrock', async () => {
    const api = await mock(bedrockWire);
    writeProfile('default');
    await all(anthropicProvider({ transport: 'bedrock' }, { ANTHROPIC_BEDROCK_BASE_URL: api.url }));
    expect([api.requests.length, api.invalid]).toEqual([1, []]);
  });

  it('are those of the profile that the options name', async () => {
    const api = await mock(bedrockWire);
    writeProfile('work');
    await all(anthropicProvider({ transport: 'bedrock', profile: 'work' }, { ANTHROPIC_BEDROCK_BASE_URL: api.url }));
    expect([api.requests.length, api.invalid]).toEqual([1, []]);
  });

  it('are a token of Google for Vertex', async () => {
    const api = await mock(vertexWire);
    await googleLogin((_, response) => response.setHeader('content-type', 'application/json').end(JSON.stringify(TOKEN)));
    await all(anthropicProvider(VERTEX, { ANTHROPIC_VERTEX_BASE_URL: `${api.url}/v1` }));
    expect(api.requests[0]?.headers.authorization).toBe('Bearer ya29.of-the-machine');
    expect(api.invalid).toEqual([]);
  });

  it('are secrets as soon as they are sent: no message shows them, although the server does', async () => {
    const api = await mock(bedrockWire, { status: 400, body: { message: `no such ${sessionToken}` } });
    writeProfile('default');
    const provider = anthropicProvider({ transport: 'bedrock' }, { ANTHROPIC_BEDROCK_BASE_URL: api.url });
    const { error } = await failure(provider);
    expect([error.code, error.message]).toEqual(['MODEL_REQUEST_INVALID', expect.stringContaining('no such [key]')]);
    await failure(provider);
    expect(provider.secrets?.()).toEqual([sessionToken]);
  });

  it.each([
    [{ transport: 'bedrock' }, [/AWS_BEARER_TOKEN_BEDROCK/, /tokenCommand/]],
    [VERTEX, [/CLOUDSDK_AUTH_ACCESS_TOKEN/, /tokenCommand/]],
    [{ transport: 'foundry', resource: 'r' }, [/ANTHROPIC_FOUNDRY_API_KEY/, /tokenCommand/]],
  ] as const)('where there are none, the error names the variable and the option: %o', async (options, words) => {
    const { error } = await failure(anthropicProvider(options, {}));
    expect([error.code, error.fix]).toEqual(['MODEL_KEY_MISSING', expect.stringContaining(`providers/${options.transport}.md`)]);
    for (const word of words) expect(error.message).toMatch(word);
  });

  it('that cannot be had are an error that says why, without a secret', async () => {
    await googleLogin((_, response) =>
      response.writeHead(400).end('{"error":"denied","error_description":"Bearer ya29.secret-token"}'),
    );
    const { error } = await failure(anthropicProvider(VERTEX, { ANTHROPIC_VERTEX_BASE_URL: 'http://127.0.0.1:1' }));
    expect([error.code, error.message]).toEqual(['MODEL_KEY_MISSING', expect.stringContaining('denied')]);
    expect(error.message).not.toContain('secret-token');
  });

  it('of Google that are not there yet are looked for again with the next request', async () => {
    const vertex = await mock(vertexWire);
    const google = anthropicProvider(VERTEX, { ANTHROPIC_VERTEX_BASE_URL: `${vertex.url}/v1` });
    expect((await failure(google)).error.code).toBe('MODEL_KEY_MISSING');
    await googleLogin((_, response) => response.setHeader('content-type', 'application/json').end(JSON.stringify(TOKEN)));
    await all(google);
    expect([vertex.requests.length, vertex.invalid]).toEqual([1, []]);
  });

  it('that nobody waits for any more fail without an error that nobody hears', async () => {
    const unheard: unknown[] = [];
    const hear = (error: unknown) => void unheard.push(error);
    process.on('unhandledRejection', hear);
    for (const options of [{ transport: 'bedrock' }, VERTEX] as const)
      expect((await failure(anthropicProvider(options, {}), AbortSignal.abort())).error.code).toBe('MODEL_ABORTED');
    await new Promise(setImmediate);
    process.off('unhandledRejection', hear);
    expect(unheard).toEqual([]);
  });

  it('that are slow to come keep nobody who gives up', async () => {
    const controller = new AbortController();
    await googleLogin(() => controller.abort());
    const failed = await failure(
      anthropicProvider(VERTEX, { ANTHROPIC_VERTEX_BASE_URL: 'http://127.0.0.1:1' }),
      controller.signal,
    );
    expect(failed.error.code).toBe('MODEL_ABORTED');
  });

  it.each([
    [bedrockWire, { transport: 'bedrock' }],
    [vertexWire, VERTEX],
  ] as const)('go to no address that a configuration names: a gateway has its own (%#)', async (wire, options) => {
    writeProfile('default');
    await googleLogin((_, response) => response.end('{"access_token":"ya29"}'));
    const api = await mock(wire);
    await all(anthropicProvider({ ...options, baseUrl: api.url }, {}));
    expect(api.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });
});
