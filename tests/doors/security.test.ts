import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { PageKeys } from '../../packages/node/src/page-keys.js';
import { raw, served, TOKEN } from '../../packages/serve/src/served.test-kit.js';

interface Door {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** A body that it would take. */
  readonly body?: object;
  /** The most bytes of a body. */
  readonly most?: number;
}

const MIB = 1024 * 1024;
const messages = [{ role: 'user', content: 'Hi.' }];
const call = {
  jsonrpc: '2.0',
  id: 1,
  method: 'SendMessage',
  params: { message: { messageId: '1', role: 'ROLE_USER', parts: [{ text: 'Hi.' }] } },
};
const input = {
  threadId: 'a',
  runId: 'b',
  state: {},
  messages: [{ id: '1', ...messages[0] }],
  tools: [],
  context: [],
  forwardedProps: {},
};
const get = (path: string): Door => ({ method: 'GET', path });
const post = (path: string, body: object, most = 8 * MIB): Door => ({ method: 'POST', path, body, most });

/** Every door that needs the token. */
const DOORS: readonly Door[] = [
  get('/runs'),
  post('/runs', { agent: 'helper', prompt: 'Hi.' }, MIB),
  get('/runs/ID'),
  { method: 'DELETE', path: '/runs/ID' },
  get('/runs/ID/events'),
  post('/runs/ID/answers', { behavior: 'allow' }, MIB),
  get('/sessions'),
  get('/sessions/ID'),
  get('/metrics'),
  get('/v1/models'),
  get('/v1/models/helper'),
  post('/v1/chat/completions', { model: 'helper', messages }),
  post('/v1/responses', { model: 'helper', input: 'Hi.' }),
  post('/agui', input),
  post('/agui/helper', input),
  post('/a2a/helper', call),
  get('/a2a/helper/.well-known/agent-card.json'),
  get('/.well-known/agent-card.json'),
];
/** The page, whose code stands for the token, and which holds no data. */
const PAGE: readonly Door[] = [get('/'), post('/page/open', { code: 'x' }, 4096)];
const OPEN: readonly Door[] = [get('/health'), get('/ready')];

const BEARER = { authorization: `Bearer ${TOKEN}` };
const withPage = (more: { readonly requestMs?: number } = {}) =>
  served({ turns: [{ tools: [{ Note: {} }] }], page: { html: '<!doctype html>', keys: new PageKeys() }, ...more });

type Server = Awaited<ReturnType<typeof served>>;
/** A server on which a run waits, so that each address of a run leads to one. */
async function waiting(): Promise<Server & { readonly id: string }> {
  const server = await withPage();
  const { id } = await server.runs.start({ agent: 'helper', prompt: 'Note.', asks: true });
  await expect.poll(async () => (await server.runs.get(id)).state).toBe('waiting');
  return { ...server, id };
}

const send = (
  { url, id }: { readonly url: string; readonly id: string },
  door: Door,
  headers: Readonly<Record<string, string>>,
) =>
  raw(`${url}${door.path.replace('ID', id)}`, {
    method: door.method,
    headers: { ...(door.body === undefined ? {} : { 'content-type': 'application/json' }), 'a2a-version': '1.0', ...headers },
    body: door.body === undefined ? '' : JSON.stringify(door.body),
  });

/** The statuses of a request with these headers at each door. */
async function statuses(doors: readonly Door[], headers: Readonly<Record<string, string>>) {
  const server = await waiting();
  const found = [];
  for (const door of doors) found.push([`${door.method} ${door.path}`, (await send(server, door, headers)).status]);
  // The run still waits, and no other one began.
  expect([(await server.runs.list()).map(({ state }) => state), server.notes]).toEqual([['waiting'], []]);
  return found;
}
const each = (doors: readonly Door[], status: number) => doors.map(({ method, path }) => [`${method} ${path}`, status]);

describe('every door of serve http', () => {
  it('is in this table', async () => {
    const { url } = await served();
    const { body } = await raw(`${url}/none`, { method: 'GET', headers: BEARER });
    const [, routes = ''] = /Use one of: (.*)\./.exec((JSON.parse(body) as { error: { fix: string } }).error.fix) ?? [];
    const known = [...DOORS, ...OPEN].map(({ path }) => path.replace('helper', 'AGENT'));
    expect(routes.split(', ').filter((route) => !known.includes(route))).toEqual([]);
    expect(routes.split(', ').length).toBeGreaterThan(10);
  });

  it.each([
    ['no token', {}],
    ['another token', { authorization: `Bearer ${TOKEN}x` }],
    ['a token that is its beginning', { authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
    ['another scheme', { authorization: `Basic ${Buffer.from(`x:${TOKEN}`).toString('base64')}` }],
    ['the token in a cookie', { cookie: `authorization=Bearer ${TOKEN}` }],
  ])('refuses %s', async (_, headers) => {
    expect(await statuses(DOORS, headers)).toEqual(each(DOORS, 401));
  });

  it.each([
    ['another Host', { host: 'evil.example' }],
    ['a name that was bound to this address again', { host: 'evil.example:8800', origin: 'http://evil.example:8800' }],
    ['a Host that begins like one of its own', { host: 'localhost.evil.example' }],
    ['a Host with a user', { host: 'localhost@evil.example' }],
    ['another Origin', { origin: 'https://evil.example' }],
    ['an Origin of a file or a frame', { origin: 'null' }],
  ])('refuses %s, even with the token', async (_, headers) => {
    const all = [...DOORS, ...PAGE, ...OPEN];
    expect(await statuses(all, { ...BEARER, ...headers })).toEqual(each(all, 403));
  });

  it('lets no page of another origin read an answer', async () => {
    const server = await waiting();
    for (const door of [...PAGE, ...OPEN, ...DOORS.filter(({ method, path }) => method === 'GET' && !path.endsWith('events'))]) {
      const { status, headers } = await fetch(`${server.url}${door.path.replace('ID', server.id)}`, {
        method: door.method === 'POST' ? 'POST' : 'GET',
        headers: BEARER,
      });
      expect([door.path, status === 404, headers.get('access-control-allow-origin')]).toEqual([
        door.path,
        door.path.startsWith('/.well'),
        null,
      ]);
    }
  });

  const WITH_BODY = [...DOORS, ...PAGE].filter(({ most }) => most !== undefined);

  it.each(WITH_BODY)(
    '$method $path reads no body above its limit, whatever its length is said to be',
    async ({ path, most = 0 }) => {
      const server = await waiting();
      const url = `${server.url}${path.replace('ID', server.id)}`;
      const body = JSON.stringify({ a: 'x'.repeat(most) });
      const kind = { ...BEARER, 'content-type': 'application/json' };
      expect((await raw(url, { headers: kind, body })).status).toBe(413);
      expect((await raw(url, { headers: { ...kind, 'transfer-encoding': 'chunked' }, body })).status).toBe(413);
      expect((await raw(url, { headers: { ...BEARER, 'content-type': 'text/plain' }, body: '{}' })).status).toBe(415);
    },
  );

  it.each(WITH_BODY)('$method $path gives up a body that does not come', async ({ path }) => {
    const { url } = await withPage({ requestMs: 200 });
    expect(await silent(url, `POST ${path.replace('ID', 'none')} HTTP/1.1`, 'content-length: 100')).toContain('408');
  });

  it('gives up a head that does not come', async () => {
    const { url } = await withPage({ requestMs: 200 });
    expect(await silent(url, 'GET /runs HTTP/1.1')).toContain('408');
  });
});

/** The answer of a server to a request that never ends. */
const silent = (url: string, ...lines: readonly string[]) =>
  new Promise<string>((resolve, reject) => {
    const { port, host } = new URL(url);
    let said = '';
    const isWhole = lines.length > 1;
    const socket = connect(Number(port), '127.0.0.1', () => {
      const head = [...lines, `host: ${host}`, `authorization: Bearer ${TOKEN}`, 'content-type: application/json'];
      socket.write(`${head.join('\r\n')}\r\n${isWhole ? '\r\n' : ''}`);
    });
    socket.on('data', (bytes: Buffer) => (said += String(bytes)));
    socket.on('close', () => resolve(said));
    socket.on('error', reject);
  });
