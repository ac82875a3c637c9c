import { describe, expect, it } from 'vitest';
import { openSession } from '../testing/session.js';

const deferred = {
  mcp__github__createIssue: 'Opens an issue\n  in a repository',
  mcp__github__listIssues: 'Lists issues',
  LSP: `Asks a language server. ${'x'.repeat(400)}`,
};

describe('ToolSearch', () => {
  it('loads what it finds, so that it is callable from the next turn on and no longer deferred (TOOL-TSEARCH-02)', async () => {
    const { call } = await openSession({ deferred });
    expect(await call('ToolSearch', { query: 'create' })).toEqual({
      isError: false,
      content: 'Loaded; from your next turn on you can call:\n- mcp__github__createIssue: Opens an issue in a repository',
      structured: { matches: ['mcp__github__createIssue'], query: 'create', total_deferred_tools: 3 },
    });
    expect((await call('ToolSearch', { query: 'issue' })).structured).toEqual({
      matches: ['mcp__github__listIssues'],
      query: 'issue',
      total_deferred_tools: 2,
    });
  });

  it('gives all that select names, and says what is not there (TOOL-TSEARCH-01)', async () => {
    const { call } = await openSession({ deferred });
    const { content, structured } = await call('ToolSearch', {
      query: 'select:LSP,Read,mcp__github__listIssues',
      max_results: 1,
    });
    expect(structured).toMatchObject({ matches: ['LSP', 'mcp__github__listIssues'] });
    expect(content).toContain('Not among the deferred tools: Read. What is in your list already, call directly.');
    expect(content.split('\n')[1]).toMatch(/^- LSP: Asks a language server\. x{276}…$/);
  });

  it('loads 5 for words, unless told otherwise, and says how many more there are (TOOL-TSEARCH-01)', async () => {
    const many = Object.fromEntries(Array.from({ length: 7 }, (_, index) => [`mcp__s__tool${index}`, 'Does it']));
    const { call } = await openSession({ deferred: many });
    const first = await call('ToolSearch', { query: 'tool' });
    expect(first.structured).toMatchObject({ matches: { length: 5 } });
    expect(first.content).toMatch(/\n2 more fit; search for more with max_results\.$/);
    expect((await call('ToolSearch', { query: 'tool', max_results: 1 })).structured).toMatchObject({ matches: { length: 1 } });
  });

  it('that finds nothing says so and how many there are (TOOL-TSEARCH-01)', async () => {
    const { call } = await openSession({ deferred });
    expect(await call('ToolSearch', { query: 'weather' })).toMatchObject({
      isError: false,
      content: 'No deferred tool fits "weather". There are 3; search with other or fewer words.',
      structured: { matches: [], total_deferred_tools: 3 },
    });
    expect((await (await openSession()).call('ToolSearch', { query: 'weather' })).content).toBe(
      'No tool is deferred: all that you may use is in your list already.',
    );
  });

  it('loads in one session only (STATE-02)', async () => {
    const [one, other] = [await openSession({ deferred }), await openSession({ deferred })];
    await one.call('ToolSearch', { query: 'select:LSP' });
    expect((await other.call('ToolSearch', { query: 'select:LSP' })).structured).toMatchObject({ matches: ['LSP'] });
  });
});
