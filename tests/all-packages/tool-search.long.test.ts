import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AnyTool, definePlugin, defineTool, type Plugin } from '@loadout/core';
import type { ModelProvider } from '@loadout/core/model';
import type { ToolSource } from '@loadout/core/run';
import mcp from '@loadout/mcp';
import session from '@loadout/tool-session';
import { describe, expect, it } from 'vitest';
import {
  agent,
  cast,
  PLUGINS,
  reader,
  resultsIn,
  resultsOf,
  runAgent,
  start,
  team,
  textOfRequest,
} from '../agents/agents.test-kit.js';

const remote = (name: string, description: string) =>
  defineTool({
    name,
    description,
    inputSchema: { type: 'object', properties: { to: { type: 'string' } } },
    annotations: { readOnlyHint: true },
    call: () => `${name} was called`,
  });
const MAIL = remote('mcp__mail__send', 'Sends a message');
const NOTES = remote('mcp__notes__add', 'Adds a note');

/** Tools that only a session knows, as with an MCP server. */
function source(tools: readonly AnyTool[]): Plugin {
  const toolSource: ToolSource = {
    open: () => ({ ready: async () => {}, tools: () => tools, onChange: () => {}, close: async () => {} }),
  };
  return definePlugin({ name: 'remote', setup: () => ({ toolSource }) }) as Plugin;
}

const plugins = { ...PLUGINS, session };
const search = (query: string) => ({ name: 'ToolSearch', input: { query } });
const on = { changes: { toolSearch: 'on' as const } };
const options = (lead: Parameters<typeof team>[0] = on) => ({
  ...team(lead),
  plugins: { ...plugins, remote: source([MAIL, NOTES]) },
});
const namesIn = (request: { readonly tools: readonly { readonly name: string }[] } | undefined) =>
  (request?.tools ?? []).map((tool) => tool.name);

describe('deferred tools (POOL-12, TOOL-TSEARCH-02, BUG-12)', () => {
  it('are known by name; a found tool comes with its schema in the next turn, behind the others, whose bytes stay', async () => {
    const scripted = cast({
      lead: [{ calls: [search('mail')] }, { calls: [{ name: 'mcp__mail__send', input: { to: 'x' } }] }, { text: 'done' }],
    });
    const { run } = await runAgent({ ...options(), model: scripted });
    const [first, second, third] = scripted.requests;
    expect(namesIn(first).filter((name) => name.startsWith('mcp__'))).toEqual([]);
    expect(textOfRequest(first)).toContain('mcp__mail__send, mcp__notes__add');
    expect(second?.tools.slice(0, -1)).toEqual(first?.tools);
    expect(second?.tools.at(-1)).toMatchObject({
      name: 'mcp__mail__send',
      input_schema: { properties: { to: { type: 'string' } } },
    });
    expect(third?.tools).toBe(second?.tools);
    expect(resultsOf(scripted.requests)[1]).toMatchObject({ isError: false, text: 'mcp__mail__send was called' });
    expect(run.inspect()).toMatchObject({ deferredTools: ['mcp__notes__add'] });
  });

  it.each([
    ['on', 'on' as const, undefined, true],
    ['off', 'off' as const, undefined, false],
    ['less than a tenth of the window', undefined, undefined, false],
    ['more than a tenth of the window', undefined, 300, true],
    ['less than the share that is set', 90, 1_000, false],
  ])('%s (POOL-13)', async (_, toolSearch, contextWindow, isKept) => {
    const scripted = cast({ lead: [{ text: 'done' }] });
    const base = team({ changes: { toolSearch } }, { models: { m: { provider: 'test', id: 'm', contextWindow } } });
    await runAgent({ ...base, plugins: { ...plugins, remote: source([MAIL, NOTES]) }, model: scripted });
    expect(namesIn(scripted.requests[0]).includes('mcp__mail__send')).toBe(!isKept);
  });

  it('are sent in full without a tool that finds them; a required tool is never deferred (POOL-12)', async () => {
    const scripted = cast({ lead: [{ text: 'done' }] });
    await runAgent({ ...options({ ...on, tools: ['Read', 'mcp__*'] }), model: scripted });
    expect(namesIn(scripted.requests[0])).toEqual(['Read', 'mcp__mail__send', 'mcp__notes__add']);
    const all = cast({ lead: [{ text: 'done' }] });
    await runAgent({ ...options(), model: all });
    expect(namesIn(all.requests[0])).toEqual(
      expect.arrayContaining(['ToolSearch', 'Agent', 'Skill', 'Read', 'Write', 'Edit', 'Bash', 'Glob', 'Grep']),
    );
  });

  it('are all sent to a provider that supports references, which defers them, and the result refers to the found tools (POOL-14)', async () => {
    const scripted = cast({ lead: [{ calls: [search('mail')] }, { calls: [search('nothing at all')] }, { text: 'done' }] });
    const provider: ModelProvider = { name: 'test', knowsReferences: true, stream: scripted.stream.bind(scripted) };
    await runAgent({ ...options(), model: provider });
    const [first, second] = scripted.requests;
    expect(first?.tools.slice(-2)).toEqual([
      expect.objectContaining({ name: 'mcp__mail__send', defer_loading: true }),
      expect.objectContaining({ name: 'mcp__notes__add', defer_loading: true }),
    ]);
    expect(second?.tools).toBe(first?.tools);
    const [found, none] = resultsIn(scripted.requests[2]?.messages ?? []);
    expect(JSON.parse(found?.text ?? '')).toEqual([{ type: 'tool_reference', tool_name: 'mcp__mail__send' }]);
    expect(none?.text).toContain('No deferred tool fits');
  });

  it.each([false, true])(
    'are not lost when a summary takes the place of the conversation, by references: %s (POOL-15)',
    async (knowsReferences) => {
      let turn = 0;
      const scripted = cast({
        lead: (request) => {
          if (textOfRequest(request).includes('Write a summary')) return { text: 'The sum.' };
          turn += 1;
          if (turn === 1) return { calls: [search('mail')] };
          return turn < 6
            ? { calls: [{ name: 'Look' }], usage: { input_tokens: turn === 5 ? 70_000 : 10, output_tokens: 5 } }
            : { text: 'done' };
        },
      });
      const provider: ModelProvider = { name: 'test', knowsReferences, stream: scripted.stream.bind(scripted) };
      const base = team(on, { models: { m: { provider: 'test', id: 'm', contextWindow: 100_000 } } });
      const look = reader('Look', () => `seen ${'y '.repeat(14_000)}`);
      const { events } = await runAgent({
        ...base,
        plugins: { ...plugins, remote: source([MAIL, NOTES]) },
        model: provider,
        customTools: [look],
      });
      expect(events.filter((event) => event.type === 'compact' && event.how === 'summarised')).toHaveLength(1);
      const last = scripted.requests.at(-1);
      expect(last?.tools.find((tool) => tool.name === 'mcp__mail__send')).not.toHaveProperty('defer_loading');
      expect(namesIn(last)).toContain('mcp__mail__send');
      expect(textOfRequest(last)).toContain('mcp__notes__add');
    },
  );

  it.each([false, true])(
    'are there again when the session goes on, without another search, by references: %s (SESS-04)',
    async (refers) => {
      const scripted = cast({
        lead: [
          { calls: [search('mail')] },
          { text: 'one' },
          { calls: [{ name: 'mcp__mail__send', input: { to: 'x' } }] },
          { text: 'two' },
        ],
      });
      const model: ModelProvider = { name: 'test', knowsReferences: refers, stream: scripted.stream.bind(scripted) };
      const base = options();
      const first = await runAgent({ ...base, model });
      const again = await runAgent({ ...base, model, prompt: 'Go on.', run: { resume: first.run.sessionId } });
      const [, before, after] = scripted.requests;
      expect(after?.tools).toEqual(before?.tools);
      expect(resultsOf(scripted.requests).at(-1)).toMatchObject({ isError: false, text: 'mcp__mail__send was called' });
      expect(again.run.inspect()).toMatchObject({ deferredTools: ['mcp__notes__add'] });
    },
  );

  it('can be those of a real MCP server (MCP-01)', async () => {
    const require = createRequire(fileURLToPath(new URL('../../packages/mcp/package.json', import.meta.url)));
    const program = join(dirname(require.resolve('@modelcontextprotocol/server-everything/package.json')), 'dist/index.js');
    const servers = { everything: { command: process.execPath, args: [program], start: 'required' } };
    const scripted = cast({
      lead: [
        { calls: [search('+echo')] },
        { calls: [{ name: 'mcp__everything__echo', input: { message: 'hello' } }] },
        { text: 'done' },
      ],
    });
    const { result } = await runAgent({
      ...team(on),
      plugins: { ...plugins, mcp: { plugin: mcp, options: { servers } } },
      model: scripted,
    });
    expect(result.outcome).toBe('success');
    expect(namesIn(scripted.requests[0])).not.toContain('mcp__everything__echo');
    expect(namesIn(scripted.requests[1])).toContain('mcp__everything__echo');
    expect(resultsOf(scripted.requests)[1]).toMatchObject({ isError: false, text: 'Echo: hello' });
  });

  it('include the place of a lazy MCP server, which starts it (G1)', async () => {
    const server = fileURLToPath(new URL('../../packages/mcp/src/testing/hostile-server.mjs', import.meta.url));
    const servers = { mail: { command: process.execPath, args: [server, 'annotated'], start: 'lazy' } };
    const scripted = cast({
      lead: [
        { calls: [search('mail')] },
        { calls: [{ name: 'mcp__mail__start', input: {} }] },
        { calls: [search('touch')] },
        { calls: [{ name: 'mcp__mail__touch', input: {} }] },
        { text: 'done' },
      ],
    });
    const { result } = await runAgent({
      ...team(on),
      plugins: { ...plugins, mcp: { plugin: mcp, options: { servers } } },
      model: scripted,
    });
    expect(result.outcome).toBe('success');
    expect(textOfRequest(scripted.requests[0])).toContain('mcp__mail__start');
    expect(resultsOf(scripted.requests).map(({ isError }) => isError)).toEqual([false, false, false, false]);
    expect(resultsOf(scripted.requests)[1]?.text).toContain('mcp__mail__touch');
  });

  it('run when they are called with fitting input, and a call that fails says how to load the tool (G15, PIPE-04)', async () => {
    const strict = defineTool({
      name: 'mcp__mail__send',
      description: 'Sends a message',
      inputSchema: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'], additionalProperties: false },
      annotations: { readOnlyHint: true },
      call: ({ to }) => {
        if (to === 'nobody') throw new Error('There is no such person.');
        return `sent to ${to}`;
      },
    });
    const send = (input: object) => ({ calls: [{ name: 'mcp__mail__send', input }] });
    const scripted = cast({
      lead: [
        send({ to: 'x' }),
        send({ who: 'x' }),
        send({ to: 'nobody' }),
        { calls: [search('mail')] },
        send({ who: 'x' }),
        { text: 'done' },
      ],
    });
    await runAgent({ ...options(), plugins: { ...plugins, remote: source([strict, NOTES]) }, model: scripted });
    const hint = 'Load it with ToolSearch (select:mcp__mail__send), then call the tool again.';
    const results = resultsOf(scripted.requests).filter((_, index) => index !== 3);
    expect(results.map(({ isError, text }) => [isError, text.includes(hint)])).toEqual([
      [false, false],
      [true, true],
      [true, true],
      [true, false],
    ]);
  });
});

it('a subagent has the tools of a lazy MCP server from its beginning, and its parent then too (G1)', async () => {
  const server = fileURLToPath(new URL('../../packages/mcp/src/testing/hostile-server.mjs', import.meta.url));
  const servers = { mail: { command: process.execPath, args: [server, 'annotated'], start: 'lazy' } };
  const scripted = cast({
    lead: [{ calls: [start({ subagent_type: 'helper' })] }, { text: 'done' }],
    helper: [{ calls: [{ name: 'mcp__mail__touch', input: {} }] }, { text: 'touched' }],
  });
  const subagents = { helper: { grants: [] } };
  const { result } = await runAgent({
    ...team({ tools: ['Agent', 'mcp__mail__look'], subagents }, { others: [agent('helper', { tools: ['mcp__mail__touch'] })] }),
    plugins: { ...plugins, mcp: { plugin: mcp, options: { servers } } },
    model: scripted,
  });
  expect(result.outcome).toBe('success');
  expect(namesIn(scripted.of('lead')[0])).toContain('mcp__mail__start');
  expect(namesIn(scripted.of('helper')[0])).toContain('mcp__mail__touch');
  expect(namesIn(scripted.of('helper')[0])).not.toContain('mcp__mail__start');
  expect(resultsOf(scripted.of('helper'))).toMatchObject([{ isError: false }]);
  expect(namesIn(scripted.of('lead')[1])).toContain('mcp__mail__look');
});
