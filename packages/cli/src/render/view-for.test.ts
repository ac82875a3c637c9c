import { expect, it } from 'vitest';
import { memoryIo } from '../testing/memory-io.js';
import { initEvent, resultEvent, settledCall, toolResult, under } from '../testing/run-events.js';
import { viewFor } from './view-for.js';

it('json is one document: the result and what it is a result of (CLI-04, LOOP-23)', () => {
  const { io, written } = memoryIo();
  const view = viewFor({ output: 'json' }, io);
  for (const event of [initEvent, resultEvent()]) view.event(event);
  expect(JSON.parse(written().out)).toMatchObject({
    outcome: 'success',
    sessionId: 's1',
    agent: 'helper',
    model: { id: 'unscripted' },
    transcript: '/state/s1.jsonl',
    costUsd: null,
  });
});

it('stream-json is a line an event, first init and last result, a call without what is only for the loop (LOOP-24)', () => {
  const { io, written } = memoryIo();
  const view = viewFor({ output: 'stream-json' }, io);
  for (const event of [initEvent, toolResult(settledCall({ content: 'a\u2028b' })), resultEvent()]) view.event(event);
  const lines = written().out.trimEnd().split('\n');
  expect(lines).toHaveLength(3);
  expect(JSON.parse(lines[0] ?? '')).toEqual(initEvent);
  expect(JSON.parse(lines[1] ?? '')).toEqual({
    type: 'tool_result',
    id: 't0',
    name: 'Read',
    outcome: 'done',
    isError: false,
    content: 'a\u2028b',
    durationMs: 12,
  });
  expect(lines[1]).not.toContain('\u2028');
  expect(JSON.parse(lines[2] ?? '').type).toBe('result');
});

it('what agents under it do is in stream-json with their path, and in json not at all (AGENT-12)', () => {
  const [whole, lines] = [memoryIo(), memoryIo()];
  const events = [
    under(['agent_1', 'agent_2'], toolResult(settledCall({ content: 'a' })), 't0'),
    under(['agent_1'], resultEvent()),
  ];
  for (const event of [...events, resultEvent({ text: 'All.' })]) {
    viewFor({ output: 'json' }, whole.io).event(event);
    viewFor({ output: 'stream-json' }, lines.io).event(event);
  }
  expect(JSON.parse(whole.written().out)).toMatchObject({ text: 'All.' });
  const [call, end, last] = lines
    .written()
    .out.trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(call).toEqual({
    type: 'subagent',
    path: ['agent_1', 'agent_2'],
    toolUseId: 't0',
    event: { type: 'tool_result', id: 't0', name: 'Read', outcome: 'done', isError: false, content: 'a', durationMs: 12 },
  });
  expect([end.type, end.event.type, last.type]).toEqual(['subagent', 'result', 'result']);
});
