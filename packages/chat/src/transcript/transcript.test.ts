import type { SettledCall } from '@loadout/core/run';
import type { AgentEvent } from '@loadout/runner';
import { describe, expect, it } from 'vitest';
import type { Block } from '../text/line.js';
import { Transcript } from './transcript.js';

const plain = (block: Block, columns = 60) => block(columns).map((line) => line.map(({ text }) => text).join(''));

function transcript() {
  const clock = { now: 0 };
  const made = new Transcript({ cwd: () => '/project', now: () => clock.now, structured: false });
  const take = (...events: readonly AgentEvent[]) =>
    events.flatMap((event) => made.event(event)).flatMap((block) => plain(block));
  return { clock, made, take, live: () => plain(made.live()) };
}

function ended(
  id: string,
  {
    name = 'Read',
    input = {},
    content = 'ok',
    outcome = 'done',
    notes,
    structured,
  }: Partial<Pick<SettledCall, 'name' | 'input' | 'outcome' | 'notes'>> & { content?: string; structured?: unknown } = {},
): AgentEvent {
  const result = { content, typedContent: [{ type: 'text', text: content }], structuredContent: structured };
  return {
    type: 'tool_result',
    id,
    name,
    call: { id, name, input, outcome, result, notes, durationMs: 12 } as unknown as SettledCall,
  };
}

describe('a transcript', () => {
  it('shows a running call with its time and progress, and the ended one with its decision', () => {
    const { clock, take, live } = transcript();
    expect(take({ type: 'permitted', id: 'a', name: 'Bash', reason: '', rule: 'Bash(npm test:*)' })).toEqual([]);
    take({ type: 'tool_start', id: 'a', name: 'Bash', input: { command: 'npm test' } });
    clock.now = 2_000;
    take({ type: 'tool_progress', id: 'a', name: 'Bash', message: '3 of 9' });
    expect(live()).toEqual(['◌ Bash npm test  2.0 s · 3 of 9']);
    expect(take(ended('a', { name: 'Bash', input: { command: 'npm test' } }))).toEqual([
      '● Bash npm test  12 ms  1 line  by Bash(npm test:*)',
      '  │ ok',
    ]);
    expect(live()).toEqual([]);
  });

  it('counts the lines of a change, and not those of the text about it', () => {
    const { take } = transcript();
    const input = { file_path: '/project/new.txt', content: 'one\ntwo\n' };
    take({ type: 'tool_start', id: 'a', name: 'Write', input });
    expect(take(ended('a', { name: 'Write', input, content: 'Wrote it.' }))).toEqual([
      '● Write new.txt  12 ms  +2 -0',
      '1 + one',
      '2 + two',
    ]);
  });

  it('says nothing of turns at the end of what has none, such as a compaction', () => {
    const result = { outcome: 'success', text: '', turns: 0, calls: [], denials: [], costUsd: 0, durationMs: 40 };
    const { take } = transcript();
    expect(take({ type: 'result', result } as unknown as AgentEvent)).toEqual(['done · 40 ms', '']);
  });

  it('folds long output, keeps it whole to be opened, and forgets the oldest', () => {
    const { made, take } = transcript();
    const content = Array.from({ length: 9 }, (_, at) => `l${at}`).join('\n');
    expect(take(ended('a', { content }))).toEqual([
      '● Read  12 ms  9 lines',
      '  │ l0',
      '  │ l1',
      '  │ l2',
      '  │ l3',
      '  │ … 5 more lines, Ctrl+O shows all',
    ]);
    expect(made.folded.at(-1)?.text).toBe(content);
    for (let at = 0; at < 100; at++) take(ended(`b${at}`));
    expect(made.folded.length).toBe(40);
  });

  it('shows why a call did not run', () => {
    const { take } = transcript();
    const notes = '<system-reminder>x</system-reminder>';
    expect(take(ended('a', { outcome: 'denied', content: `No rule allows it.${notes}`, notes }))).toEqual([
      '⊘ Read  denied',
      '  │ No rule allows it.',
    ]);
  });

  it('keeps a checklist in place until it is done', () => {
    const { take, live } = transcript();
    const todo = (status: string, content: string) => ({ status, content });
    take({ type: 'TodoListUpdated', oldTodos: [], newTodos: [todo('completed', 'Look'), todo('in_progress', 'Build')] });
    expect(live()).toEqual(['  ☒ Look', '  ▣ Build']);
    take(ended('t', { name: 'TaskCreate', input: { subject: 'Ship' }, structured: { task: { id: '1', subject: 'Ship' } } }));
    expect(live()).toEqual(['  ☒ Look', '  ▣ Build', '  ☐ Ship']);
    take({ type: 'TodoListUpdated', oldTodos: [], newTodos: [todo('completed', 'Look'), todo('completed', 'Build')] });
    take(ended('u', { name: 'TaskUpdate', input: { taskId: '1', status: 'completed' } }));
    expect(live()).toEqual([]);
  });

  it('gives each subagent and each background command a line while it runs', () => {
    const { take, live } = transcript();
    const init = { agent: 'Explore', cwd: '/project' } as never;
    take({ type: 'subagent', path: ['x-abcd'], event: { type: 'init', init } });
    take({ type: 'subagent', path: ['x-abcd'], event: { type: 'tool_start', id: '1', name: 'Grep', input: { pattern: 'foo' } } });
    take({ type: 'task', id: 't', kind: 'bash', title: 'npm run dev', state: 'running' });
    expect(live()).toEqual(['  ▸ Explore abcd  0 ms · Grep foo', '⏵ bash npm run dev  0 ms']);
    take({ type: 'subagent', path: ['x-abcd'], event: { type: 'result', result: {} as never } });
    expect(take({ type: 'task', id: 't', kind: 'bash', title: 'npm run dev', state: 'failed' })).toEqual(['npm run dev: failed']);
    expect(live()).toEqual([]);
  });

  it('has the same text for each way in which an answer is cut into pieces', () => {
    const text = 'One *two*.\n\n- a\n- b\n\n世界。\n';
    const whole = (pieces: readonly string[]) => {
      const { take } = transcript();
      const content = [{ type: 'text' as const, text }];
      const lines = pieces.flatMap((piece) => take({ type: 'text', text: piece }));
      return [
        ...lines,
        ...take({
          type: 'message',
          uuid: 'u',
          id: 'i',
          model: 'm',
          message: { role: 'assistant', content },
          stopReason: 'end_turn',
          usage: undefined,
        }),
      ];
    };
    for (const size of [1, 2, 3, 7, 100])
      expect(whole(text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [])).toEqual(whole([text]));
  });
});
