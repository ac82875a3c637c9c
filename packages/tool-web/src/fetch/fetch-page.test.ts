import { describe, expect, it, vi } from 'vitest';
import { setUp } from '../testing/context.js';
import { serve, servePages } from '../testing/servers.js';

const html = (body: string) => ({ '/': { type: 'text/html; charset=utf-8', body } });

describe('redirects', () => {
  it('to the same host they are followed, http and the shown URL included (TOOL-FETCH-05)', async () => {
    const server = await serve((request, response) => {
      if (request.url === '/end?x=1') response.end('arrived');
      else
        response
          .writeHead(request.url === '/' ? 301 : 307, {
            location: request.url === '/' ? 'mid' : `http://${request.headers.host}/end?x=1#frag`,
          })
          .end();
    });
    const result = await (await setUp({ allowHosts: [server.host] })).fetch({ url: server.url });
    expect(result).toMatchObject({ content: 'arrived', structuredContent: { url: `${server.url}end?x=1` } });
  });

  it.each([301, 302, 303, 307, 308])(
    'to another host, %i names both URLs and is not followed (TOOL-FETCH-05)',
    async (status) => {
      const other = await servePages(html('other'));
      const server = await serve((_request, response) => response.writeHead(status, { location: `${other.url}x` }).end());
      const { fetch } = await setUp({ allowHosts: [server.host, other.host] });
      const result = await fetch({ url: server.url });
      expect(result.isError).toBe(false);
      for (const part of [server.url, `${other.url}x`, String(status)]) expect(result.content).toContain(part);
      expect(other.connections).toBe(0);
    },
  );

  it('does not cache the answer of another host as content', async () => {
    let moved = true;
    const other = await servePages({});
    const server = await serve((_request, response) =>
      moved ? response.writeHead(302, { location: other.url }).end() : response.end('back'),
    );
    const { fetch } = await setUp({ allowHosts: [server.host, other.host] });
    await fetch({ url: server.url });
    moved = false;
    expect((await fetch({ url: server.url })).content).toBe('back');
  });
});

describe('pages are kept for a while (TOOL-FETCH-04)', () => {
  it('by URL only: another prompt, offset or fragment asks no server again', async () => {
    const server = await servePages(html('<p>kept</p>'));
    const { fetch } = await setUp({ allowHosts: [server.host] });
    for (const input of [{}, { prompt: 'a?' }, { prompt: 'b?' }])
      expect((await fetch({ url: server.url, ...input })).content).toBe('kept');
    await fetch({ url: `${server.url}#part` });
    expect(server.requests).toHaveLength(1);
    await fetch({ url: `${server.url}?other` });
    expect(server.requests).toHaveLength(2);
  });

  it('for 15 minutes by default, and not longer', async () => {
    const server = await servePages(html('kept'));
    const { fetch } = await setUp({ allowHosts: [server.host] });
    const now = performance.now.bind(performance);
    let later = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + later);
    try {
      await fetch({ url: server.url });
      later = 14 * 60_000;
      await fetch({ url: server.url });
      expect(server.requests).toHaveLength(1);
      later = 15 * 60_000;
      await fetch({ url: server.url });
      expect(server.requests).toHaveLength(2);
    } finally {
      clock.mockRestore();
    }
  });

  it('errors are not kept, and cacheSeconds: 0 keeps nothing', async () => {
    const server = await servePages(html('x'));
    const { fetch } = await setUp({ allowHosts: [server.host], cacheSeconds: 0 });
    await fetch({ url: server.url });
    await fetch({ url: server.url });
    const kept = await setUp({ allowHosts: [server.host] });
    await kept.fetch({ url: `${server.url}none` });
    await kept.fetch({ url: `${server.url}none` });
    expect(server.requests).toHaveLength(4);
  });
});

describe('an answer without a page', () => {
  it.each(['gzip', 'deflate', 'br', 'gzip, gzip'])('of no bytes in %s is an empty response', async (encoding) => {
    const server = await serve((request, response) =>
      response.writeHead(request.url === '/' ? 200 : 204, { 'content-encoding': encoding, 'content-type': 'text/html' }).end(),
    );
    const { fetch } = await setUp({ allowHosts: [server.host] });
    for (const path of ['', 'none'])
      expect(await fetch({ url: `${server.url}${path}` })).toMatchObject({ isError: false, content: '(empty response)' });
  });

  it.each([
    ['that is binary', { 'content-type': 'application/octet-stream' }, Buffer.from([0, 1, 2])],
    ['in an encoding that nobody asked for', { 'content-encoding': 'compress' }, Buffer.from('x')],
    ['that is no gzip', { 'content-encoding': 'gzip' }, Buffer.from('x')],
    ['that is too long', {}, Buffer.alloc(2_000, 'x')],
  ])('tells a status that is an error, with a body %s', async (_, headers, body) => {
    const server = await serve((_request, response) => response.writeHead(503, headers).end(body));
    const { fetch } = await setUp({ allowHosts: [server.host], maxBytes: 1_000 });
    expect(await fetch({ url: server.url })).toMatchObject({ isError: true, content: 'HTTP 503 Service Unavailable' });
  });
});
