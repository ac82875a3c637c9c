import { expect, it } from 'vitest';
import { memoryIo } from '../testing/memory-io.js';
import { initEvent, resultEvent, settledCall, toolResult } from '../testing/run-events.js';
import { JsonView, StreamJsonView } from './json-views.js';

it('json is one document: the result and what it is a result of (CLI-04, LOOP-23)', () => {
  const { io, written } = memoryIo();
  const view = new JsonView(io);
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
  const view = new StreamJsonView(io);
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
