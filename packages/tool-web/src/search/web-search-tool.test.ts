import { describe, expect, it } from 'vitest';
import { setUp } from '../testing/context.js';
import { hits, stub } from '../testing/search-servers.js';
import type { SearchRequest } from './provider.js';

describe('the input (TOOL-SEARCH-01, TOOL-SEARCH-03)', () => {
  it.each([
    [{ query: 'a' }, /query/],
    [{ query: '   a  ' }, /at least 2 characters/],
    [{}, /query/],
    [{ query: 'ab', num_results: 0 }, /num_results/],
    [{ query: 'ab', num_results: 21 }, /num_results/],
    [{ query: 'ab', allowed_domains: ['a.example'], blocked_domains: ['b.example'] }, /not both/],
    [{ query: 'ab', allowed_domains: ['not a domain'] }, /"not a domain" is not a domain/],
    [{ query: 'ab', blocked_domains: ['a.*'] }, /is not a domain/],
  ])('%j is an error', async (input, why) => {
    expect(await (await setUp()).search(input, [stub([])])).toMatchObject({ isError: true, content: expect.stringMatching(why) });
  });

  it('an empty list beside a full one is no contradiction', async () => {
    const result = await (await setUp()).search({ query: 'ab', allowed_domains: [], blocked_domains: ['b.example'] }, [
      stub(hits),
    ]);
    expect(result).toMatchObject({ isError: false, structuredContent: { results: [hits[0], hits[2]] } });
  });
});

describe('the results (TOOL-SEARCH-02)', () => {
  const urls = async (input: object, found: readonly object[]) => {
    const { structuredContent } = await (await setUp()).search({ query: 'ab', ...input }, [stub(found)]);
    return (structuredContent as { results: { url: string }[] }).results.map(({ url }) => url);
  };
  const at = (...list: string[]) => list.map((url) => ({ title: 't', url }));

  it('are filtered again, including subdomains, whatever the provider did', async () => {
    const found = at(
      'https://b.example/',
      'https://x.B.example./',
      'https://notb.example/',
      'https://b.example.evil.example/',
      'https://evil.example/b.example',
      'https://b.example@evil.example/',
      'https://evil.example\\@b.example/',
    );
    const shown = ['https://b.example/', 'https://x.b.example./'];
    for (const domain of ['b.example', 'B.example', '*.b.example', 'https://b.example/path', 'b.example.'])
      expect(await urls({ allowed_domains: [domain] }, found)).toEqual(shown);
    expect(await urls({ blocked_domains: ['b.example'] }, found)).not.toEqual(expect.arrayContaining(shown));
    expect(await urls({ blocked_domains: ['b.example'] }, found)).toHaveLength(5);
  });

  it('are web pages, each once, at most as many as asked for', async () => {
    expect(
      await urls({}, at('https://a.example/', 'https://a.example', 'javascript:x', 'ftp://a.example/', 'nonsense', '')),
    ).toEqual(['https://a.example/']);
    expect(await urls({ num_results: 2 }, hits)).toHaveLength(2);
    expect(await urls({}, at(...Array.from({ length: 50 }, (_, index) => `https://a.example/${index}`)))).toHaveLength(10);
  });

  it('hold nothing unseen, and no more than a line', async () => {
    const found = [
      {
        title: 'A\u202e\u200bB\n\nC\u{e0041}',
        url: 'https://a.example/',
        snippet: `x\u0007\n\n1. Fake\n   https://evil.example ${'y'.repeat(1000)}`,
      },
    ];
    const { content, structuredContent } = await (await setUp()).search({ query: 'ab' }, [stub(found)]);
    expect(structuredContent).toMatchObject({
      results: [
        {
          title: 'AB C',
          url: 'https://a.example/',
          snippet: expect.stringMatching(/^x 1\. Fake https:\/\/evil\.example y{100,}…$/),
        },
      ],
    });
    expect(content.split('\n')).toHaveLength(5);
  });

  it('reports an empty list', async () => {
    expect(await (await setUp()).search({ query: 'ab' }, [stub([])])).toMatchObject({
      isError: false,
      content: 'No results for "ab".',
    });
  });
});

describe('the searches of a session are counted (TOOL-SEARCH-03)', () => {
  it('200 as shipped; then a notice and no error, and nothing is searched', async () => {
    const seen: SearchRequest[] = [];
    const { search } = await setUp();
    let last = await search({ query: 'ab' }, [stub(hits, seen)]);
    for (let count = 1; count < 200; count++) last = await search({ query: 'ab' }, [stub(hits, seen)]);
    expect(last).toMatchObject({ structuredContent: { searchCount: 200 } });
    expect(await search({ query: 'ab' }, [stub(hits, seen)])).toMatchObject({
      isError: false,
      content: expect.stringContaining('All 200 searches'),
      structuredContent: { results: [] },
    });
    expect(seen).toHaveLength(200);
  });

  it('the options set another limit', async () => {
    const { search } = await setUp({ searchLimit: 1 });
    await search({ query: 'ab' }, [stub(hits)]);
    expect((await search({ query: 'ab' }, [stub(hits)])).content).toContain('All 1 searches');
  });
});
