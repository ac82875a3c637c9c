import { describe, expect, it } from 'vitest';
import { setUp } from '../testing/context.js';
import { hits, KEY, provider, results, stub } from '../testing/search-servers.js';
import { serve } from '../testing/servers.js';
import { SearchProvider, type SearchRequest } from './provider.js';

describe('each provider is asked in its own words (TOOL-SEARCH-04, CON-17)', () => {
  const input = { query: 'what is it', num_results: 3, blocked_domains: ['x.example', 'y.example'] };

  it('brave', async () => {
    const server = await provider({ web: { results: results.map((one) => ({ ...one, description: `About ${one.title}` })) } });
    const { search } = await setUp({ search: { provider: 'brave', apiKey: KEY, baseUrl: server.url } });
    expect(await search(input)).toMatchObject({ structuredContent: { results: hits } });
    const [{ url, headers, method } = {}] = server.asked;
    expect([
      method,
      url?.pathname,
      url?.searchParams.get('q'),
      url?.searchParams.get('count'),
      headers?.['x-subscription-token'],
    ]).toEqual(['GET', '/web/search', 'what is it -site:x.example -site:y.example', '3', KEY]);
  });

  it('tavily', async () => {
    const server = await provider({ results: results.map((one) => ({ ...one, content: `About ${one.title}`, score: 0.9 })) });
    const { search } = await setUp({ search: { provider: 'tavily', apiKey: KEY, baseUrl: server.url } });
    expect(await search(input)).toMatchObject({ structuredContent: { results: hits } });
    expect(server.asked[0]).toMatchObject({
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: { query: 'what is it', max_results: 3, include_domains: [], exclude_domains: ['x.example', 'y.example'] },
    });
    expect(server.asked[0]?.url.pathname).toBe('/search');
  });

  it('exa', async () => {
    const server = await provider({
      requestId: 'r',
      results: results.map((one) => ({ ...one, id: one.url, highlights: [`About ${one.title}`] })),
    });
    const { search } = await setUp({ search: { provider: 'exa', apiKey: KEY, baseUrl: server.url } });
    expect(await search(input)).toMatchObject({ structuredContent: { results: hits } });
    expect(server.asked[0]).toMatchObject({
      headers: { 'x-api-key': KEY },
      body: { query: 'what is it', numResults: 3, contents: { highlights: true }, excludeDomains: ['x.example', 'y.example'] },
    });
    expect(server.asked[0]?.body).not.toHaveProperty('includeDomains');
  });

  it('searxng, on this machine and without a key', async () => {
    const server = await provider({
      query: 'q',
      results: results.map((one) => ({ ...one, content: `About ${one.title}`, engine: 'x' })),
    });
    const { search } = await setUp({ search: { provider: 'searxng', baseUrl: server.url } });
    expect(await search({ query: 'what is it', allowed_domains: ['a.example', 'b.example'] })).toMatchObject({
      structuredContent: { results: hits.slice(0, 2) },
    });
    const [{ url, headers } = {}] = server.asked;
    expect([url?.pathname, url?.searchParams.get('format'), url?.searchParams.get('q')]).toEqual([
      '/search',
      'json',
      'what is it (site:a.example OR site:b.example)',
    ]);
    expect(headers?.authorization).toBeUndefined();
  });

  it("anthropic: the API's own tool, called by a model that has to call it", async () => {
    const server = await provider({
      type: 'message',
      content: [
        { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'q' } },
        {
          type: 'web_search_tool_result',
          tool_use_id: 's',
          content: results.map((one) => ({ type: 'web_search_result', ...one, encrypted_content: 'x', page_age: null })),
        },
        {
          type: 'text',
          text: 'So.',
          citations: [
            { type: 'web_search_result_location', url: 'https://a.example/1', title: 'First', cited_text: 'About First' },
          ],
        },
      ],
      stop_reason: 'end_turn',
    });
    const { search } = await setUp({ search: { provider: 'anthropic', apiKey: KEY, model: 'a-model', baseUrl: server.url } });
    expect(await search(input)).toMatchObject({ structuredContent: { results: [hits[0], ...results.slice(1)] } });
    expect(server.asked[0]).toMatchObject({
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'anthropic-version': '2026-10-21' },
      body: {
        model: 'a-model',
        tools: [{ type: 'web_search_20260318', name: 'web_search', blocked_domains: ['x.example', 'y.example'] }],
        tool_choice: { type: 'tool', name: 'web_search' },
      },
    });
    expect(server.asked[0]?.url.pathname).toBe('/v1/messages');
  });

  it("anthropic: the tool's own error is an error", async () => {
    const server = await provider({
      content: [
        {
          type: 'web_search_tool_result',
          tool_use_id: 's',
          content: { type: 'web_search_tool_result_error', error_code: 'too_many_requests' },
        },
      ],
    });
    const { search } = await setUp({ search: { provider: 'anthropic', apiKey: KEY, model: 'm', baseUrl: server.url } });
    expect(await search({ query: 'what' })).toMatchObject({
      isError: true,
      content: expect.stringContaining('too_many_requests'),
    });
  });

  it('one of another plugin, when the options name none', async () => {
    const seen: SearchRequest[] = [];
    const { search } = await setUp();
    expect(await search({ query: ' custom ', num_results: 2 }, [stub(hits, seen)])).toMatchObject({
      structuredContent: { results: hits.slice(0, 2) },
    });
    expect(seen[0]).toMatchObject({ query: 'custom', count: 2, allowedDomains: [], blockedDomains: [] });
  });
});

describe('without a provider', () => {
  it('the error explains the configuration (TOOL-SEARCH-04)', async () => {
    const { search } = await setUp();
    const { isError, content } = await search({ query: 'what' });
    expect(isError).toBe(true);
    for (const part of ['no search provider', 'search: { provider: brave', 'searxng', 'anthropic'])
      expect(content).toContain(part);
  });

  it.each([
    [{ provider: 'brave' }, /without apiKey/],
    [{ provider: 'searxng' }, /without baseUrl/],
    [{ provider: 'anthropic' }, /without apiKey and model/],
    [{ provider: 'searxng', baseUrl: 'localhost:8888' }, /not an http or https URL/],
    [{ provider: 'searxng', baseUrl: 'nonsense' }, /not an http or https URL/],
  ])('%j names what is missing', async (options, why) => {
    expect(await (await setUp({ search: options })).search({ query: 'what' })).toMatchObject({
      isError: true,
      content: expect.stringMatching(why),
    });
  });
});

describe('failures', () => {
  it.each(['brave', 'tavily', 'exa', 'anthropic', 'searxng'])('of %s are told without the key', async (name) => {
    const options = { provider: name, apiKey: KEY, model: 'm' };
    const refusing = await provider({ error: `bad key ${KEY}` }, 401);
    const { content, isError } = await (await setUp({ search: { ...options, baseUrl: refusing.url } })).search({ query: 'ab' });
    expect([isError, content.includes(KEY)]).toEqual([true, false]);
    expect(content).toMatch(new RegExp(`${name} failed: HTTP 401, .*bad key \\[key\\]`));
  });

  it.each([
    ['no JSON', '<html>', /not JSON/],
    ['another shape', { web: 5 }, /No results/],
    ['a list of nonsense', { web: { results: [null, 5, {}, { url: 7 }] } }, /No results/],
  ])('%s is survived', async (_what, answer, why) => {
    const server = await provider(answer);
    const { search } = await setUp({ search: { provider: 'brave', apiKey: KEY, baseUrl: server.url } });
    expect((await search({ query: 'ab' })).content).toMatch(why);
  });

  it('a redirect, which could take the key along, is not followed', async () => {
    const other = await provider({});
    const server = await serve((_request, response) => response.writeHead(302, { location: other.url }).end());
    const { search } = await setUp({ search: { provider: 'exa', apiKey: KEY, baseUrl: server.url } });
    expect(await search({ query: 'ab' })).toMatchObject({ isError: true, content: expect.stringContaining('HTTP 302') });
    expect(other.asked).toEqual([]);
  });

  it('a provider of another plugin that throws is an error result', async () => {
    const broken = { name: 'mine', search: async () => Promise.reject(new Error('out of luck')) };
    expect(await (await setUp()).search({ query: 'ab' }, [[SearchProvider, broken]])).toMatchObject({
      isError: true,
      content: expect.stringContaining('mine failed: out of luck'),
    });
  });
});
