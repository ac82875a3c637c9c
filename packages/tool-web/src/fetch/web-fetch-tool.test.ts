import type { Access, Tool } from '@loadout/core';
import { callTool, testContext } from '@loadout/testing';
import { describe, expect, it } from 'vitest';
import { setUp } from '../testing/context.js';
import { serve, servePages } from '../testing/servers.js';

const html = (body: string) => ({ '/': { type: 'text/html; charset=utf-8', body } });

describe('WebFetch reads a page', () => {
  it('HTML as Markdown: headings, absolute links, lists, code and tables are kept (TOOL-FETCH-02)', async () => {
    const server = await servePages(
      html(`<!doctype html><title>T</title><h1>Head</h1><p>See <a href="sub/x?a=1&amp;b=2">this</a> and <a href="/abs">that</a>.</p>
        <ul><li>one<ul><li>two</li></ul></li></ul><ol><li>first</li></ol><pre><code class="language-js">if (a &lt; b) {\n  c();\n}</code></pre>
        <table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table><script>evil()</script><style>p {}</style>`),
    );
    const { content, structuredContent } = await (await setUp({ allowHosts: [server.host] })).fetch({ url: server.url });
    for (const part of [
      '# Head',
      `[this](${server.url}sub/x?a=1&b=2)`,
      `[that](${server.url}abs)`,
      '- one\n  - two',
      '1. first',
      '```js\nif (a < b) {\n  c();\n}\n```',
      '| A | B |\n| --- | --- |\n| 1 | 2 |',
    ])
      expect(content).toContain(part);
    expect(content).not.toMatch(/evil|p \{/);
    expect(structuredContent).toMatchObject({
      url: server.url,
      code: 200,
      codeText: 'OK',
      result: content,
      bytes: expect.any(Number),
    });
  });

  it.each([
    ['application/json', '{"a": [1,\n 2]}'],
    ['application/vnd.api+json', '{"b": 1}'],
    ['text/plain', '  <p>kept</p>\n\tas it is'],
    ['text/markdown', '# M\n\n- x'],
    ['application/xml', '<a><b/></a>'],
  ])('%s as it is (TOOL-FETCH-02)', async (type, body) => {
    const server = await servePages({ '/': { type, body } });
    expect((await (await setUp({ allowHosts: [server.host] })).fetch({ url: server.url })).content).toBe(body);
  });

  it('reports an empty body (TOOL-FETCH-06)', async () => {
    const server = await servePages({ '/': { type: 'text/html', body: '' }, '/blank': { type: 'text/plain', body: ' \n' } });
    const { fetch } = await setUp({ allowHosts: [server.host] });
    for (const path of ['', 'blank'])
      expect(await fetch({ url: server.url + path })).toMatchObject({ content: '(empty response)', isError: false });
  });

  it('a status outside 200 to 299 is an error with its number and a short body (TOOL-FETCH-06)', async () => {
    const server = await serve((request, response) => {
      const status = Number(request.url?.slice(1));
      response.writeHead(status, { 'content-type': 'text/html' }).end(`<p>sorry</p>${'x'.repeat(50_000)}`);
    });
    const { fetch } = await setUp({ allowHosts: [server.host] });
    for (const [status, words] of [
      [404, 'Not Found'],
      [500, 'Internal Server Error'],
      [403, 'Forbidden'],
    ] as const) {
      const result = await fetch({ url: `${server.url}${status}` });
      expect(result).toMatchObject({ isError: true, content: expect.stringContaining(`HTTP ${status} ${words}\n\nsorry`) });
      expect(result.content.length).toBeLessThan(3000);
    }
    expect(server.requests).toHaveLength(3);
  });

  it('over 100,000 characters it says where to read on, and the parts make up the whole (TOOL-FETCH-06, CON-16)', async () => {
    const body = Array.from({ length: 25_000 }, (_, index) => `line ${index} 😀`).join('\n');
    const server = await servePages({ '/': { type: 'text/plain; charset=utf-8', body } });
    const { fetch } = await setUp({ allowHosts: [server.host] });
    let whole = '';
    let offset: number | undefined = 0;
    while (offset !== undefined) {
      const { content } = await fetch({ url: server.url, offset });
      const [text = '', note = ''] = content.split('\n\n[');
      expect(text.length).toBeLessThanOrEqual(100_000);
      whole += text;
      const next = /with offset (\d+)/.exec(note)?.[1];
      offset = next === undefined ? undefined : Number(next);
    }
    expect(whole === body).toBe(true);
    expect(await fetch({ url: server.url, offset: body.length })).toMatchObject({
      isError: true,
      content: expect.stringContaining(`${body.length} characters`),
    });
    expect(server.requests).toHaveLength(1);
  });

  it('the client says who it is and would rather have Markdown (TOOL-FETCH-08)', async () => {
    const server = await servePages(html('x'));
    await (await setUp({ allowHosts: [server.host] })).fetch({ url: server.url });
    const { headers } = server.requests[0] ?? {};
    expect(headers?.accept).toMatch(/^text\/markdown, text\/html;q=0\.9/);
    expect(headers?.['user-agent']).toMatch(/^Loadout-WebFetch/);
    expect(headers?.['accept-encoding']).toBe('gzip, deflate');
    expect(headers?.cookie).toBeUndefined();
  });
});

describe('WebFetch and the permission rules', () => {
  it('it tells the URL that it will really ask for, so that WebFetch(domain:x) decides on it (TOOL-FETCH-08)', async () => {
    const tool = (await setUp()).tool('WebFetch') as unknown as Tool<{ url: string }>;
    const context = testContext();
    const access = async (url: string): Promise<readonly Access[] | undefined> => tool.access?.({ url }, context);
    expect(await access('http:\\\\evil.example\\@good.example/#x')).toEqual([
      { kind: 'fetch', url: 'https://evil.example/@good.example/' },
    ]);
    await expect((async () => access('nonsense'))()).rejects.toThrow(/not an absolute URL/);
    context.dispose();
  });

  it('it fetches what was permitted and not what the input says by then', async () => {
    const server = await servePages({
      '/a': { type: 'text/plain', body: 'permitted' },
      '/b': { type: 'text/plain', body: 'not permitted' },
    });
    const tool = (await setUp({ allowHosts: [server.host] })).tool('WebFetch') as unknown as Tool<{ url: string }>;
    const context = testContext({ permitted: [{ kind: 'fetch', url: `${server.url}a` }] });
    expect(await tool.call({ url: `${server.url}b` }, context)).toMatchObject({ content: 'permitted' });
    context.dispose();
  });

  it('http://127.0.0.1 is denied as shipped (TOOL-FETCH-07)', async () => {
    const server = await servePages(html('secret'));
    const result = await (await setUp()).fetch({ url: server.url });
    expect(result).toMatchObject({ isError: true, content: expect.stringMatching(/not a public address.*allowHosts/s) });
    expect(server.connections).toBe(0);
  });

  it.each(['nonsense', '', 'https://'])('the invalid URL %j is an error (TOOL-FETCH-01)', async (url) =>
    expect(await (await setUp()).fetch({ url })).toMatchObject({ isError: true, content: expect.stringContaining('absolute') }),
  );

  it('url is required, and nothing else (CON-16)', async () => {
    expect(await (await setUp()).fetch({})).toMatchObject({ isError: true, content: expect.stringContaining('url') });
    expect(await (await setUp()).fetch({ url: 'https://a.example', more: 1 })).toMatchObject({ isError: true });
  });
});

describe('headers that the model sets (CON-16)', () => {
  it('some are sent; those are other pages, so nothing of them is kept', async () => {
    const server = await serve((request, response) => response.end(`for ${request.headers['accept-language']}`));
    const { fetch } = await setUp({ allowHosts: [server.host] });
    const seen = [];
    for (const headers of [{ 'Accept-Language': 'de' }, { 'accept-language': 'fr' }, undefined, undefined])
      seen.push((await fetch({ url: server.url, ...(headers === undefined ? {} : { headers }) })).content);
    expect(seen).toEqual(['for de', 'for fr', 'for undefined', 'for undefined']);
    expect(server.requests).toHaveLength(3);
  });

  it.each([
    'Host',
    'Cookie',
    'Authorization',
    'X-HTTP-Method-Override',
    'Connection',
    'Transfer-Encoding',
    'X-Anything',
    'Accept-Encoding',
    'a b',
  ])('%s is refused with the names that may be set', async (name) =>
    expect(await (await setUp()).fetch({ url: 'https://a.example', headers: { [name]: 'x' } })).toMatchObject({
      isError: true,
      content: expect.stringContaining('accept, accept-language, referer, user-agent'),
    }),
  );

  it('a value with a line break or other unseen characters is refused', async () => {
    const { fetch } = await setUp();
    for (const value of ['a\r\nHost: b', 'a\0', 'ä'])
      expect(await fetch({ url: 'https://a.example', headers: { accept: value } })).toMatchObject({
        isError: true,
        content: expect.stringContaining('ASCII'),
      });
  });

  it('the options allow more, but never those that choose another host or method', async () => {
    const server = await serve((request, response) => response.end(request.headers.authorization));
    const { fetch } = await setUp({ allowHosts: [server.host], allowHeaders: ['Authorization', 'host', 'x-method-override'] });
    expect((await fetch({ url: server.url, headers: { authorization: 'Bearer t' } })).content).toBe('Bearer t');
    for (const name of ['host', 'x-method-override'])
      expect(await fetch({ url: server.url, headers: { [name]: 'x' } })).toMatchObject({ isError: true });
  });
});

describe('a call that is cancelled', () => {
  it('ends at once and leaves no connection', async () => {
    const server = await serve(() => {});
    const { tool } = await setUp({ allowHosts: [server.host] });
    const context = testContext();
    const call = callTool(tool('WebFetch'), { url: server.url }, context);
    while (server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const closed = new Promise((resolve) => server.requests[0]?.socket.on('close', resolve));
    context.abort();
    expect(await call).toMatchObject({ isError: true, content: expect.stringContaining('cancelled') });
    await closed;
    context.dispose();
  });
});
