import { readdirSync, readFileSync } from 'node:fs';
import { describePlugin, describeTool } from '@loadout/testing';
import { describe, expect, it } from 'vitest';
import plugin, { SearchProvider } from './index.js';
import { setUp } from './testing/context.js';
import { serve, servePages } from './testing/servers.js';

const packageFile = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

describePlugin(plugin, {
  describe,
  it,
  packageJson: packageFile,
  invalidOptions: [
    { options: { timeoutSeconds: 0 }, path: '/timeoutSeconds' },
    { options: { search: { provider: 'bing' } }, path: '/search/provider' },
    { options: { search: {} }, path: '/search/provider' },
  ],
});

const bench = await setUp({ allowHosts: ['127.0.0.1'] });

let page = '';

describeTool(bench.tool('WebFetch'), {
  describe,
  it,
  valid: [
    {
      name: 'a page',
      setup: async () => {
        page = (await servePages({ '/': { type: 'text/html', body: '<h1>Head</h1>' } })).url;
      },
      input: () => ({ url: page }),
      text: '# Head',
    },
  ],
  invalid: [
    { input: {}, path: '/url' },
    { input: { url: 'https://a.example', offset: -1 }, path: '/offset' },
    { input: { url: 'nonsense' }, refusal: /absolute URL/ },
    { input: { url: 'http://192.168.0.1/' }, refusal: /not a public address/ },
    { input: { url: 'https://a.example', headers: { host: 'b' } }, refusal: /may not be set/ },
  ],
});

const silent = { name: 'stub', search: async () => [{ title: 'T', url: 'https://a.example/', snippet: 'S' }] };

describeTool(bench.tool('WebSearch'), {
  describe,
  it,
  services: [[SearchProvider, silent]],
  valid: [{ input: { query: 'what is it' }, text: /1\. T\n {3}https:\/\/a\.example\/\n {3}S$/ }],
  invalid: [
    { input: { query: 'a' }, path: '/query' },
    { input: { query: 'ab', allowed_domains: ['a'], blocked_domains: ['b'] }, refusal: /not both/ },
  ],
});

describe('the plugin', () => {
  it.each(['WebFetch', 'WebSearch'])(
    '%s only reads but reaches out, so no mode lets it pass unasked; it has no other name (ALIAS-10, ALIAS-11, POOL-20)',
    (name) => {
      const { annotations, aliases, isConcurrencySafe } = bench.tool(name);
      expect([aliases, isConcurrencySafe]).toEqual([undefined, true]);
      expect(annotations).toMatchObject({ readOnlyHint: true, openWorldHint: true });
    },
  );

  it('takes little of the first request', () => {
    const sent = ['WebFetch', 'WebSearch'].map((name) => {
      const { description, inputSchema } = bench.tool(name);
      return JSON.stringify({ name, description, input_schema: (inputSchema as { json: unknown }).json });
    });
    expect(sent.join('').length).toBeLessThan(2500);
  });

  it('loads nothing heavy before it is called', () => {
    const source = new URL('.', import.meta.url);
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
      (file) => /(?<!\.test|\.d)\.ts$/.test(file) && !file.startsWith('testing'),
    );
    const eager = files.filter((file) =>
      /^import (?!type\b)[^;]*from '(?:undici|unpdf|@mdream\/js[^']*|html-encoding-sniffer)';/m.test(
        readFileSync(new URL(file, source), 'utf8'),
      ),
    );
    expect(eager).toEqual([]);
  });

  it('keeps no page after it is disposed of, and two mounts share none', async () => {
    const server = await servePages({ '/': { type: 'text/plain', body: 'x' } });
    for (const one of [await setUp({ allowHosts: [server.host] }), await setUp({ allowHosts: [server.host] })])
      await one.fetch({ url: server.url });
    expect(server.requests).toHaveLength(2);
  });

  it('many calls at once each get their own page', async () => {
    const server = await serve((request, response) => response.end(request.url));
    const { fetch } = await setUp({ allowHosts: [server.host] });
    const paths = Array.from({ length: 30 }, (_, index) => `/${index}`);
    expect(await Promise.all(paths.map(async (path) => (await fetch({ url: server.url.slice(0, -1) + path })).content))).toEqual(
      paths,
    );
  });
});
