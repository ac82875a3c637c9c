import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CallNode, TreeNode } from '../model/trajectory.js';
import { openFile } from './open-file.js';

const lines = (...entries: readonly unknown[]) => entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');

function written(name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'viewer-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

async function opened(path: string) {
  const recording = await openFile(path);
  onTestFinished(() => recording.close());
  return recording;
}

const shape = (nodes: readonly TreeNode[]) => nodes.map(({ id, kind, parent, agent }) => [id, kind, parent, agent.join('/')]);
const callsIn = (nodes: readonly TreeNode[]) => nodes.filter((node): node is CallNode => node.kind === 'call');

/** An entry of Claude Code, one second after the one before. */
let second = 0;
const entry = (type: string, content: unknown, more: Readonly<Record<string, unknown>> = {}) => {
  second += 1;
  const at = new Date(Date.UTC(2026, 0, 1, 0, 0, second % 60)).toISOString();
  const { id, ...rest } = more;
  const message =
    type === 'assistant'
      ? { role: type, id, model: 'claude-x', content, usage: { input_tokens: 5, output_tokens: 7 } }
      : { role: type, content };
  return {
    parentUuid: null,
    isSidechain: false,
    type,
    sessionId: 's',
    cwd: '/w',
    uuid: `u${second}`,
    timestamp: at,
    message,
    ...rest,
  };
};
const use = (id: string, name: string, input: unknown) => ({ type: 'tool_use', id, name, input });
const result = (id: string, content: string, isError = false) => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  is_error: isError,
});

describe('a transcript of Claude Code', () => {
  const text = () =>
    lines(
      { type: 'summary', summary: 'Fixing', leafUuid: 'x' },
      entry('user', 'Fix it.'),
      entry('assistant', [{ type: 'text', text: 'I look.' }], { id: 'm1' }),
      entry('assistant', [use('c1', 'Bash', { command: 'ls' })], { id: 'm1' }),
      entry('user', [result('c1', 'a.txt')]),
      entry(
        'assistant',
        [use('c2', 'Bash', { command: 'rm x' }), use('c3', 'Task', { prompt: 'Look around.', subagent_type: 'scout' })],
        { id: 'm2' },
      ),
      entry('user', [result('c2', "The user doesn't want to proceed with this tool use.", true)]),
      { ...entry('user', 'Look around.', { isSidechain: true }), uuid: 'side' },
      { ...entry('assistant', [{ type: 'text', text: 'Found.' }], { id: 'm3', isSidechain: true }), parentUuid: 'side' },
      entry('user', [result('c3', 'Found.')]),
    );

  it('is turns, calls and subagents, with the lines of one answer as one turn', async () => {
    const recording = await opened(written('s.jsonl', text()));
    const { head, nodes } = recording.trajectory;
    expect(head).toMatchObject({
      source: 'claude-code',
      id: 's',
      models: ['claude-x'],
      totals: { turns: 3, calls: 3, denied: 1 },
    });
    expect(shape(nodes)).toEqual([
      [0, 'run', undefined, 'main'],
      [1, 'prompt', 0, 'main'],
      [2, 'turn', 0, 'main'],
      [3, 'call', 2, 'main'],
      [4, 'turn', 0, 'main'],
      [5, 'call', 4, 'main'],
      [6, 'call', 4, 'main'],
      [7, 'agent', 6, 'main/scout'],
      [8, 'prompt', 7, 'main/scout'],
      [9, 'turn', 7, 'main/scout'],
    ]);
    expect(callsIn(nodes).map(({ state, title }) => [state, title])).toEqual([
      ['done', 'ls'],
      ['denied', 'rm x'],
      ['done', 'Look around.'],
    ]);
    expect(await recording.contents(2)).toMatchObject({ said: [{ text: { head: 'I look.' } }, { callId: 'c1' }] });
    expect(await recording.contents(3)).toMatchObject({ result: { head: 'a.txt' } });
    expect((await recording.search('a.TXT', 9)).ids).toEqual([3]);
  });

  it('has the transcripts of subagents that lie beside it, and grows', async () => {
    const path = written(
      's.jsonl',
      lines(entry('user', 'Go.'), entry('assistant', [use('c1', 'Task', { prompt: 'Dig.' })], { id: 'm1' })),
    );
    const recording = await opened(path);
    expect(callsIn(recording.trajectory.nodes).map(({ state }) => state)).toEqual(['running']);
    const beside = join(path.replace(/\.jsonl$/, ''), 'subagents');
    mkdirSync(beside, { recursive: true });
    writeFileSync(join(beside, 'agent-7.jsonl'), lines(entry('user', 'Dig.', { isSidechain: true, agentId: '7' })));
    appendFileSync(path, lines(entry('user', [result('c1', 'Dug.')])));
    const news = await recording.more();
    expect(news === 'anew' ? news : shape(news)).toEqual([
      [3, 'call', 2, 'main'],
      [4, 'agent', 3, 'main/subagent'],
      [5, 'prompt', 4, 'main/subagent'],
    ]);
  });

  it('is read again if an answer goes on whose beginning was read, which would count twice', async () => {
    const path = written(
      's.jsonl',
      lines(entry('user', 'Go.'), entry('assistant', [{ type: 'text', text: 'I look.' }], { id: 'm1' })),
    );
    const recording = await opened(path);
    appendFileSync(path, lines(entry('assistant', [use('c1', 'Bash', { command: 'ls' })], { id: 'm1' })));
    expect(await recording.more()).toBe('anew');
    const { head, nodes } = recording.trajectory;
    expect(head.totals).toMatchObject({ turns: 1, calls: 1 });
    expect(shape(nodes).map(([, kind]) => kind)).toEqual(['run', 'prompt', 'turn', 'call']);
    expect(await recording.more()).toEqual([]);
  });

  it('is read past lines and blocks that are broken', async () => {
    const broken = [
      entry('user', [{ type: 'text' }, 7, null, result('none', 'x')]),
      entry('assistant', [{ type: 'tool_use' }], { id: 'm' }),
    ];
    const recording = await opened(written('s.jsonl', `${lines(entry('user', 'Go.'), ...broken)}{"type":\nnull\n[]\n`));
    expect(recording.trajectory.head.notes).toContain('Lines that are not entries were left out.');
    for (const { id } of recording.trajectory.nodes) expect((await recording.contents(id)).id).toBe(id);
  });
});

const attribute = (key: string, value: string | number) => ({
  key,
  value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) },
});

interface SpanParts {
  readonly id: string;
  readonly parent?: string;
  readonly from: number;
  readonly to: number;
  readonly attributes?: Readonly<Record<string, string | number>>;
  readonly events?: readonly unknown[];
}

const span = ({ id, parent, from, to, attributes = {}, events = [] }: SpanParts) => ({
  traceId: 't',
  spanId: id,
  ...(parent === undefined ? {} : { parentSpanId: parent }),
  name: `${attributes['gen_ai.operation.name']} x`,
  startTimeUnixNano: `${1_760_000_000_000 + from}000000`,
  endTimeUnixNano: `${1_760_000_000_000 + to}000000`,
  attributes: Object.entries(attributes).map(([key, value]) => attribute(key, value)),
  events,
  status: {},
});
const exported = (...spans: readonly unknown[]) =>
  lines({ resourceSpans: [{ resource: {}, scopeSpans: [{ scope: {}, spans }] }] });
const operation = (name: string, more: Readonly<Record<string, string | number>> = {}) => ({
  'gen_ai.operation.name': name,
  ...more,
});

describe('OTLP spans with the names of the GenAI conventions', () => {
  const chat = operation('chat', {
    'gen_ai.request.model': 'm',
    'gen_ai.usage.input_tokens': 100,
    'gen_ai.usage.cache_read.input_tokens': 60,
    'gen_ai.usage.output_tokens': 9,
    'gen_ai.output.messages': '[{"role":"assistant","parts":[{"type":"text","content":"I look."}]}]',
  });
  const permission = {
    name: 'loadout.permission',
    timeUnixNano: '1760000000003000000',
    attributes: [
      attribute('loadout.permission.decision', 'deny'),
      attribute('loadout.permission.rule', 'Bash(rm:*)'),
      attribute('loadout.permission.source', 'agent.config.yaml:3:48'),
    ],
  };
  const tool = operation('execute_tool', {
    'gen_ai.tool.name': 'Bash',
    'gen_ai.tool.call.id': 'c1',
    'gen_ai.tool.call.arguments': '{"command":"rm x"}',
    'gen_ai.tool.call.result': 'denied',
    'loadout.call.outcome': 'denied',
    'error.type': 'denied',
  });

  it('are a tree by their parents, also where children are written first', async () => {
    const path = written(
      'spans.jsonl',
      exported(
        span({ id: '2', parent: '1', from: 1, to: 2, attributes: chat }),
        span({ id: '3', parent: '1', from: 3, to: 4, attributes: tool, events: [permission] }),
      ) +
        exported(
          span({ id: '5', parent: '4', from: 6, to: 7, attributes: chat }),
          span({
            id: '4',
            parent: 'http',
            from: 5,
            to: 8,
            attributes: operation('invoke_agent', { 'gen_ai.agent.name': 'scout' }),
          }),
          span({ id: 'http', parent: '1', from: 5, to: 9 }),
          span({
            id: '1',
            from: 0,
            to: 10,
            attributes: operation('invoke_agent', { 'gen_ai.agent.name': 'helper', 'loadout.outcome': 'success' }),
          }),
        ),
    );
    const recording = await opened(path);
    const { head, nodes } = recording.trajectory;
    expect(shape(nodes)).toEqual([
      [0, 'run', undefined, 'helper'],
      [1, 'turn', 0, 'helper'],
      [2, 'call', 0, 'helper'],
      [3, 'agent', 0, 'helper/scout'],
      [4, 'turn', 3, 'helper/scout'],
    ]);
    expect(nodes[1]).toMatchObject({
      title: 'I look.',
      start: 1_760_000_000_001,
      usage: { input: 40, cacheRead: 60, output: 9 },
    });
    expect(nodes[2]).toMatchObject({
      state: 'denied',
      title: 'rm x',
      decision: { effect: 'deny', by: 'rule', rule: 'Bash(rm:*)', place: { file: 'agent.config.yaml', line: 3, column: 48 } },
    });
    expect(await recording.contents(2)).toMatchObject({ input: { head: '{"command":"rm x"}' }, result: { head: 'denied' } });
    expect(head).toMatchObject({
      source: 'otlp',
      outcome: 'success',
      agent: 'helper',
      totals: { turns: 2, calls: 1, denied: 1, inputTokens: 80 },
    });
  });

  it('are built again when more is written, since a parent follows its children', async () => {
    const path = written('spans.jsonl', exported(span({ id: '2', parent: '1', from: 1, to: 2, attributes: chat })));
    const recording = await opened(path);
    expect(shape(recording.trajectory.nodes).map(([, kind]) => kind)).toEqual(['run', 'turn']);
    expect(await recording.more()).toEqual([]);
    appendFileSync(
      path,
      exported(span({ id: '1', from: 0, to: 3, attributes: operation('invoke_agent', { 'gen_ai.agent.name': 'late' }) })),
    );
    expect(await recording.more()).toBe('anew');
    expect(shape(recording.trajectory.nodes)).toEqual([
      [0, 'run', undefined, 'late'],
      [1, 'turn', 0, 'late'],
    ]);
  });

  it('may be hostile: circles, no times, a foreign clock and broken values', async () => {
    const circle = [
      span({ id: 'a', parent: 'b', from: 0, to: 1, attributes: chat }),
      span({ id: 'b', parent: 'a', from: 0, to: 1, attributes: chat }),
    ];
    const odd = [
      {
        spanId: 7,
        attributes: [{ key: 'gen_ai.operation.name', value: { stringValue: 'chat' } }, null, { key: 3 }],
        startTimeUnixNano: 'x',
      },
      null,
    ];
    const back = span({ id: 'c', from: 9, to: 1, attributes: chat });
    const recording = await opened(
      written(
        'spans.jsonl',
        `${exported(...circle, ...odd, span({ id: 's', parent: 's', from: 0, to: 1, attributes: chat }), back)}{}\n`,
      ),
    );
    const { nodes, head } = recording.trajectory;
    expect(nodes.filter(({ kind }) => kind === 'turn').length).toBe(3);
    expect(nodes.every(({ start = 0, end = start }) => end >= start)).toBe(true);
    expect(head.notes).toContain('Lines that are not OTLP spans were left out.');
  });
});
