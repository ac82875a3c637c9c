import { type Message, type ModelRequest, textOf } from '@loadout/core/model';
import { describe, expect, it } from 'vitest';
import { betasOf, serialiseRequest } from './serialise-request.js';

const user = (text: string): Message => Object.freeze({ role: 'user', content: [{ type: 'text', text }] });
const assistant = (text: string): Message => Object.freeze({ role: 'assistant', content: [{ type: 'text', text }] });
const system = [{ type: 'text' as const, text: 'You are é.' }];
const tools = [
  { name: 'Read', description: 'Reads.', input_schema: { type: 'object' }, annotations: { readOnlyHint: true } },
  { name: 'Grep', description: 'Finds.', input_schema: { type: 'object' } },
];
const request = (messages: readonly Message[], more: Partial<ModelRequest> = {}): ModelRequest => ({
  model: 'm',
  system,
  tools,
  messages,
  ...more,
});
const text = (of: ModelRequest) => Buffer.concat(serialiseRequest(of)).toString();
const parse = (of: ModelRequest) => JSON.parse(text(of));
const ephemeral = { cache_control: { type: 'ephemeral' } };

describe('the body of a request', () => {
  it('is the native shape of the Messages API (LOOP-01)', () => {
    expect(parse(request([user('hi')]))).toEqual({
      model: 'm',
      max_tokens: 16384,
      stream: true,
      system: [{ type: 'text', text: 'You are é.', ...ephemeral }],
      tools: [
        { name: 'Read', description: 'Reads.', input_schema: { type: 'object' } },
        { name: 'Grep', description: 'Finds.', input_schema: { type: 'object' }, ...ephemeral },
      ],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'hi', ...ephemeral }] }],
    });
  });

  it('lets the API clear old calls by itself when that is asked for, with the beta that it needs (COMPACT-03)', () => {
    expect(parse(request([user('hi')]))).not.toHaveProperty('context_management');
    const plain = request([user('hi')], { clearToolUses: {} });
    expect(parse(plain).context_management).toEqual({
      edits: [
        {
          type: 'clear_tool_uses_20250919',
          trigger: { type: 'input_tokens', value: 100_000 },
          keep: { type: 'tool_uses', value: 3 },
        },
      ],
    });
    const clearToolUses = { trigger: 30_000, keep: 0, clearAtLeast: 5_000, excludeTools: ['Ask'] };
    const chosen = request([user('hi')], { clearToolUses, betas: ['mine'] });
    expect(parse(chosen).context_management.edits).toEqual([
      {
        type: 'clear_tool_uses_20250919',
        trigger: { type: 'input_tokens', value: 30_000 },
        keep: { type: 'tool_uses', value: 0 },
        clear_at_least: { type: 'input_tokens', value: 5_000 },
        exclude_tools: ['Ask'],
      },
    ]);
    expect([betasOf(request([])), betasOf(chosen)]).toEqual([[], ['mine', 'context-management-2025-06-27']]);
  });

  it('has its cache marker before what is true of one session only (LOOP-22, POOL-17)', () => {
    const moment = { type: 'text' as const, text: 'Git: main', volatile: true as const };
    expect(parse(request([user('hi')], { system: [...system, moment] })).system).toEqual([
      { type: 'text', text: 'You are é.', ...ephemeral },
      { type: 'text', text: 'Git: main' },
    ]);
    expect(parse(request([user('hi')], { system: [moment] })).system).toEqual([
      { type: 'text', text: 'Git: main', ...ephemeral },
    ]);
  });

  it('equals the output of JSON.stringify, whatever the previous turn was', () => {
    const turns = [user('a "quoted" 🦊'), assistant('ß'), user('b'), assistant('c'), user('d')];
    for (const length of [1, 3, 5, 3, 1, 5]) {
      const messages = turns.slice(0, length);
      expect(text(request(messages, { promptCache: 'off', maxOutputTokens: 1 }))).toBe(
        JSON.stringify({
          model: 'm',
          max_tokens: 1,
          stream: true,
          system,
          tools: tools.map(({ annotations: _, ...tool }) => tool),
          messages,
        }),
      );
    }
    const forked = [turns[0] ?? user(''), assistant('other'), user('way')];
    expect(parse(request(forked, { promptCache: 'off' })).messages).toEqual(forked);
  });

  it('does not change while it is under way, whatever is asked next: more turns, or another way from the same beginning', () => {
    const long = (letter: string) => letter.repeat(10_000);
    const first = user(long('a'));
    const ways = ['b', 'c', 'd'].map((letter) => [first, assistant(long(letter)), user(letter)]);
    const bodies = ways.flatMap((way) => [1, 3].map((count) => serialiseRequest(request(way.slice(0, count)))));
    const asked = bodies.map((pieces) => Buffer.concat(pieces).toString());
    for (const way of [...ways, ...ways.map((one) => [...one, assistant(long('e')), user('f')])]) text(request(way));
    expect(bodies.map((pieces) => Buffer.concat(pieces).toString()).every((now, index) => now === asked[index])).toBe(true);
    const parsed = asked.map((json) => JSON.parse(json).messages.map((message: Message) => textOf(message).slice(0, 1)));
    expect(parsed).toEqual([['a'], ['a', 'b', 'b'], ['a'], ['a', 'c', 'c'], ['a'], ['a', 'd', 'd']]);
  });

  it('copies no byte of a long conversation', () => {
    const turns = [user('a'.repeat(100_000)), assistant('b'), user('c'), assistant('d'), user('e')];
    const [before, now] = [turns.slice(0, 3), turns].map((messages) => serialiseRequest(request(messages)));
    const largest = (pieces: readonly Buffer[] = []) => pieces.reduce((most, one) => (one.length > most.length ? one : most));
    expect(largest(now).length).toBeGreaterThan(100_000);
    expect(largest(now).buffer).toBe(largest(before).buffer);
  });

  it('shares the bytes of tools and system prompt among the sessions of an agent, each of which has lists of its own', () => {
    const large = [{ type: 'text' as const, text: 'x'.repeat(10_000) }];
    const largeOf = (system: ModelRequest['system']) =>
      serialiseRequest(request([user('q')], { system })).find((one) => one.length > 10_000);
    const [one, other] = [largeOf(large), largeOf(large.map((block) => ({ ...block })))];
    expect(other).toBe(one);
    expect(largeOf([{ type: 'text', text: 'y'.repeat(10_000) }])?.toString()).toContain('yyy');
    const marked = { ...large[0], cache_control: { type: 'ephemeral' } } as (typeof large)[0];
    expect(parse(request([user('q')], { system: [marked, ...system], promptCache: 'off' })).system[0]).toEqual(marked);
    const renamed = tools.map((tool) => ({ ...tool, description: `${tool.description} Again.` }));
    expect(parse(request([user('q')], { tools: renamed })).tools[0].description).toBe('Reads. Again.');
    expect(parse(request([user('q')])).tools[0].description).toBe('Reads.');
  });

  it('keeps all that was sent before, byte for byte, but for the marker (POOL-17)', () => {
    const turns = Array.from({ length: 41 }, (_, index) => (index % 2 === 0 ? user(`q${index}`) : assistant(`a${index}`)));
    const unmarked = (body: string) => body.replaceAll(',"cache_control":{"type":"ephemeral"}', '');
    for (let length = 1; length + 2 <= turns.length; length += 2) {
      const before = unmarked(text(request(turns.slice(0, length)))).slice(0, -2);
      expect(unmarked(text(request(turns.slice(0, length + 2)))).startsWith(before)).toBe(true);
    }
  });

  it('marks tools, system, the last message and the user message before it, which is what the API allows', () => {
    const turns = [user('1'), assistant('2'), user('3'), assistant('4'), user('5')];
    const body = parse(request(turns, { promptCache: '1h' }));
    const marked = (body.messages as { content: object[] }[]).map((message) =>
      message.content.some((block) => 'cache_control' in block),
    );
    expect(marked).toEqual([false, false, true, false, true]);
    expect(JSON.stringify(body).match(/"cache_control":\{"type":"ephemeral","ttl":"1h"\}/g)).toHaveLength(4);
  });

  it('puts the marker before tools whose schemas are kept back (POOL-14)', () => {
    const tool = (name: string, more: object = {}) => ({ name, description: name, input_schema: { type: 'object' }, ...more });
    const deferred = tool('mcp__s__find', { defer_loading: true });
    const tools = [tool('Read'), tool('ToolSearch'), deferred] as const;
    expect(parse(request([user('q')], { tools })).tools).toEqual([tool('Read'), tool('ToolSearch', ephemeral), deferred]);
    expect(parse(request([user('q')], { tools: [deferred] as never })).tools).toEqual([deferred]);
  });

  it('never marks thinking, an unknown block, or a block that is marked already', () => {
    const thinking = { type: 'thinking', thinking: 'hm', signature: 's' };
    const message: Message = { role: 'assistant', content: [{ type: 'text', text: 'x' }, thinking, { type: 'made_up' }] };
    const body = parse(request([user('q'), message]));
    expect(body.messages[1].content).toEqual([{ type: 'text', text: 'x', ...ephemeral }, thinking, { type: 'made_up' }]);
    const own = { type: 'text', text: 'x', cache_control: { type: 'ephemeral', ttl: '1h' } };
    expect(parse(request([{ role: 'user', content: [own] }])).messages[0].content).toEqual([own]);
  });

  it('sends neither the origin of a message nor data that belongs to a provider (MODEL-03)', () => {
    const block = { type: 'text' as const, text: 'x', providerState: { id: 'it_1' } };
    const origin = { provider: 'a', api: 'anthropic', model: 'm' };
    const body = parse(request([user('q'), { role: 'assistant', content: [block], origin }], { promptCache: 'off' }));
    expect(body.messages[1]).toEqual({ role: 'assistant', content: [{ type: 'text', text: 'x' }] });
  });

  it('leaves out an empty system prompt and an empty tool list', () => {
    const body = parse({ model: 'm', system: [{ type: 'text', text: '' }], tools: [], messages: [user('x')] });
    expect(Object.keys(body)).toEqual(['model', 'max_tokens', 'stream', 'messages']);
  });

  it('passes thinking and effort natively, with room to answer beside the budget (LOOP-10)', () => {
    expect(parse(request([user('x')], { thinking: { type: 'adaptive' }, effort: 'high' }))).toMatchObject({
      thinking: { type: 'adaptive' },
      output_config: { effort: 'high' },
      max_tokens: 16384,
    });
    const enabled = parse(request([user('x')], { thinking: { type: 'enabled', budget_tokens: 20_000 } }));
    expect(enabled).toMatchObject({ thinking: { budget_tokens: 20_000 }, max_tokens: 36_384 });
  });

  it('passes the temperature, and asks for one call at a time where there are tools (MODEL-05)', () => {
    const options = { temperature: 0, parallelCalls: false };
    expect(parse(request([user('x')], options))).toMatchObject({
      temperature: 0,
      tool_choice: { type: 'auto', disable_parallel_tool_use: true },
    });
    expect(parse(request([user('x')], { ...options, tools: [] }))).not.toHaveProperty('tool_choice');
    expect(Object.keys(parse(request([user('x')], { parallelCalls: true })))).not.toContain('tool_choice');
  });

  it('adds extra, its server tools and its part of output_config, and sets none of its own fields by it (LOOP-31, N2)', () => {
    const extra = {
      max_tokens: 5,
      speed: 'fast',
      model: 'another',
      system: 'Another.',
      stream_options: {},
      tool_choice: { type: 'any' },
      mcp_servers: [{ type: 'url', url: 'https://mcp.example.com', name: 'x' }],
      messages: [],
      stream: false,
      tools: [{ type: 'web_search_20250305', name: 'web_search' }],
      output_config: { effort: 'max', format: { type: 'json_schema' } },
    };
    const body = parse(request([user('x')], { extra, effort: 'low' }));
    expect(body).toMatchObject({ max_tokens: 16_384, speed: 'fast', stream: true, output_config: { effort: 'low', format: {} } });
    expect(body.model).not.toBe('another');
    expect(JSON.stringify(body.system)).not.toContain('Another.');
    for (const field of ['stream_options', 'tool_choice', 'mcp_servers']) expect(body).not.toHaveProperty(field);
    expect(body.messages).toHaveLength(1);
    expect(body.tools.map((tool: { name: string }) => tool.name)).toEqual(['Read', 'Grep', 'web_search']);
    expect(parse(request([user('x')], { extra, tools: [] })).tools).toHaveLength(1);
    expect(parse(request([user('x')])).tools).toHaveLength(2);
  });
});
