import type { Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { brotliBomb, doubleGzipBomb, sendGzipBomb } from '../testing/bombs.js';
import { setUp } from '../testing/context.js';
import { growthOf } from '../testing/growth.js';
import { type LocalServer, serve, servePages, serveRaw } from '../testing/servers.js';

const ok = { '/': { type: 'text/html', body: '<p>still fine</p>' } };

/** Fetches from a hostile server, then from a healthy one with the same tool, which must work. */
async function attempt(hostile: LocalServer, { path = '', ...options }: Record<string, unknown> = {}) {
  const healthy = await servePages(ok);
  const { fetch } = await setUp({ allowHosts: [hostile.host, healthy.host], timeoutSeconds: 20, ...options });
  const result = await fetch({ url: `${hostile.url}${path}` });
  expect((await fetch({ url: healthy.url })).content).toBe('still fine');
  return result;
}

const failure = (why: RegExp) => ({ isError: true, content: expect.stringMatching(why) });
const raw = (bytes: string | Buffer) => serveRaw((socket) => socket.end(bytes));
const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n';

describe('a hostile server redirects', () => {
  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'https://[::1]/',
    '//10.0.0.1/',
    'http://2130706433/',
    'file:///etc/passwd',
    'gopher://x/',
    'https://user:pw@example.com/',
    'https://example.com:25/',
    'http://%',
  ])('inward or out of the web, to %s: refused (TOOL-FETCH-07)', async (location) => {
    const server = await serve((_request, response) => response.writeHead(302, { location }).end());
    expect(await attempt(server)).toMatchObject({ isError: true });
    expect(server.requests).toHaveLength(1);
  });

  it('to a port of the same machine that is not allowed: refused, and nothing connects there', async () => {
    const inside = await servePages(ok);
    const server = await serve((_request, response) => response.writeHead(302, { location: inside.url }).end());
    expect(await attempt(server)).toMatchObject(failure(/127\.0\.0\.1 is not a public address/));
    expect(inside.connections).toBe(0);
  });

  it('in a circle: told as one', async () => {
    const server = await serve((request, response) =>
      response.writeHead(302, { location: request.url === '/a' ? '/b' : '/a' }).end(),
    );
    expect(await attempt(server, { path: 'a' })).toMatchObject(failure(/lead back to .*\/a/));
  });

  it('without end: ten are followed', async () => {
    const server = await serve((_request, response) => response.writeHead(302, { location: `/${Math.random()}` }).end());
    expect(await attempt(server)).toMatchObject(failure(/more than 10/));
    expect(server.requests).toHaveLength(11);
  });

  it('with an endless body: the body is not read', async () => {
    const server = await serve((request, response) => {
      if (request.url !== '/') return response.end('arrived');
      response.writeHead(302, { location: '/next' });
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
        response.once('drain', pour);
      };
      return pour();
    });
    expect(await attempt(server)).toMatchObject({ content: 'arrived' });
  });
});

describe('a hostile server sends too much', () => {
  it('gzip, brotli and deflate are undone when they are honest', async () => {
    const text = 'honest text '.repeat(1000);
    const bodies: Record<string, Buffer> = {
      gzip: gzipSync(text),
      deflate: deflateSync(text),
      raw: deflateRawSync(text),
      br: brotliCompressSync(text),
      twice: gzipSync(gzipSync(text)),
    };
    const server = await serve((request, response) => {
      const name = request.url?.slice(1) ?? '';
      const encoding = { raw: 'deflate', twice: 'gzip, gzip' }[name] ?? name;
      response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': encoding }).end(bodies[name]);
    });
    for (const path of Object.keys(bodies)) expect((await attempt(server, { path })).content).toBe(text);
  });

  it.each([
    ['gzip', 'gzip', sendGzipBomb],
    ['gzip in gzip', 'gzip, gzip', doubleGzipBomb],
    ['brotli', 'br', brotliBomb],
  ] as const)('a bomb of %s is cut while it unfolds, within 64 MiB', async (_name, encoding, bomb) => {
    const bytes = bomb === sendGzipBomb ? undefined : (bomb as () => Buffer)();
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding });
      if (bytes === undefined) void sendGzipBomb(response);
      else response.end(bytes);
    });
    const healthy = await servePages(ok);
    const grown = await growthOf({ warm: healthy.url, url: server.url, options: { allowHosts: [server.host, healthy.host] } });
    expect(grown.last).toMatch(/more than 10485760 bytes/);
    expect(grown.usable).toBe('still fine');
    expect(grown.grownMb).toBeLessThan(64);
  });

  it('an endless body without a length is cut, within 64 MiB', async () => {
    const server = await serveRaw((socket) => {
      socket.write(`${HEAD}\r\n`);
      pour(socket, Buffer.alloc(65_536, 0x61));
    });
    const healthy = await servePages(ok);
    const grown = await growthOf({ warm: healthy.url, url: server.url, options: { allowHosts: [server.host, healthy.host] } });
    expect(grown).toMatchObject({ last: expect.stringMatching(/more than 10485760 bytes/), usable: 'still fine' });
    expect(grown.grownMb).toBeLessThan(64);
  });

  it('endless headers are cut', async () => {
    const server = await serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      pour(socket, Buffer.from(`X-A: ${'b'.repeat(1000)}\r\n`.repeat(60)));
    });
    expect(await attempt(server)).toMatchObject(failure(/headers are too large|not valid HTTP/));
  });

  it('maxBytes is the limit of the user', async () => {
    const server = await servePages({ '/': { type: 'text/plain', body: 'x'.repeat(2000) } });
    expect(await attempt(server, { maxBytes: 1999 })).toMatchObject(failure(/more than 1999 bytes/));
  });
});

function pour(socket: Socket, block: Buffer): void {
  while (!socket.destroyed && socket.write(block));
  if (!socket.destroyed) socket.once('drain', () => pour(socket, block));
}

describe('a hostile server takes its time (TOOL-FETCH-06)', () => {
  const drip = (socket: Socket, text: string) => {
    let at = 0;
    const timer = setInterval(() => {
      if (socket.destroyed) clearInterval(timer);
      else socket.write(text.charAt(at++ % text.length));
    }, 5);
  };

  it.each([
    ['never answers', () => serveRaw(() => {})],
    [
      'sends one byte of the headers after the other',
      () => serveRaw((socket) => drip(socket, `HTTP/1.1 200 OK\r\nX-${'a'.repeat(5000)}: b`)),
    ],
    [
      'sends one byte of the body after the other',
      () =>
        serveRaw((socket) => {
          socket.write(`${HEAD}\r\n`);
          drip(socket, 'x');
        }),
    ],
    ['announces an answer again and again', () => serveRaw((socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'))],
    [
      'redirects and then is silent',
      () =>
        serveRaw(
          (socket, data) =>
            data.toString().startsWith('GET / ') && socket.end('HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n'),
        ),
    ],
  ] as const)('one that %s is given up after the time for the whole', async (_what, start) => {
    expect(await attempt(await start(), { timeoutSeconds: 0.4 })).toMatchObject(failure(/not complete after 0\.4 s/));
  });
});

describe('a hostile server breaks the protocol', () => {
  it.each([
    ['a length that is too long', `${HEAD}Content-Length: 100\r\n\r\nshort`, /closed by the server|its length/],
    ['two lengths', `${HEAD}Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef`, /not valid HTTP/],
    ['a length and chunks', `${HEAD}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, /not valid HTTP/],
    ['a length that is no number', `${HEAD}Content-Length: -1\r\n\r\nabc`, /not valid HTTP/],
    ['chunks that are none', `${HEAD}Transfer-Encoding: chunked\r\n\r\nzzz\r\nabc\r\n`, /not valid HTTP/],
    ['chunks that end too early', `${HEAD}Transfer-Encoding: chunked\r\n\r\nff\r\nabc`, /closed by the server/],
    ['no HTTP at all', 'SSH-2.0-OpenSSH_9.2\r\n', /not valid HTTP/],
    ['a broken status', 'HTTP/1.1 abc\r\n\r\n', /not valid HTTP/],
    ['a NUL in a header', 'HTTP/1.1 200 OK\r\nX: a\0b\r\n\r\nx', /not valid HTTP/],
    ['a switch to another protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n', /./],
    ['nothing', '', /closed by the server/],
    ['a broken gzip', `${HEAD}Content-Encoding: gzip\r\n\r\nno gzip here`, /compressed data is broken/],
    [
      'half a gzip',
      Buffer.concat([Buffer.from(`${HEAD}Content-Encoding: gzip\r\n\r\n`), gzipSync('x'.repeat(9999)).subarray(0, 30)]),
      /ends too early/,
    ],
    ['an encoding that nobody asked for', `${HEAD}Content-Encoding: compress\r\n\r\nx`, /content-encoding/],
    [
      'a brotli window of 16 MiB',
      Buffer.concat([Buffer.from(`${HEAD}Content-Encoding: br\r\n\r\n`), brotliBomb(24)]),
      /window is larger/,
    ],
    ['three encodings', `${HEAD}Content-Encoding: gzip, gzip, gzip\r\n\r\nx`, /content-encoding/],
  ] as const)('%s: an error that says so, and the next call works', async (_what, bytes, why) => {
    expect(await attempt(await raw(bytes))).toMatchObject(failure(why));
  });

  it('ignores bytes after the declared length', async () => {
    expect(await attempt(await raw(`${HEAD}Content-Length: 3\r\n\r\nabcHTTP/1.1 200 OK\r\n\r\nsmuggled`))).toMatchObject({
      content: 'abc',
      isError: false,
    });
  });

  it('a connection that is reset is an error', async () => {
    expect(await attempt(await serveRaw((socket) => socket.resetAndDestroy()))).toMatchObject(failure(/closed by the server/));
  });

  it('nobody there is an error', async () => {
    const { fetch } = await setUp({ allowHosts: ['127.0.0.1'] });
    const gone = await raw('');
    expect(await fetch({ url: `http://127.0.0.1:${gone.port === 1 ? 2 : 1024}/` })).toMatchObject(failure(/refused|belongs/));
  });

  it('cookies are not taken', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'set-cookie': 'id=1; Path=/', 'content-type': 'text/plain' }).end('x');
    });
    const { fetch } = await setUp({ allowHosts: [server.host], cacheSeconds: 0 });
    await fetch({ url: server.url });
    await fetch({ url: server.url });
    expect(server.requests.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined]);
  });
});
