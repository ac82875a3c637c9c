import type { AgentEvent, RunResult } from '@loadout/runner';
import { describe, expect, it } from 'vitest';
import { SubagentFrames } from './subagent-frames.js';

type Subagent = Extract<AgentEvent, { type: 'subagent' }>;
type Task = Extract<AgentEvent, { type: 'task' }>;

const RESULT = { outcome: 'success', text: 'Done.' } as RunResult;
const INIT = {
  sessionId: 's',
  transcript: '/none.jsonl',
  agent: 'helper',
  model: { id: 'm', provider: 'p' },
  cwd: '/',
  tools: [],
  permissionMode: 'default',
  source: 'startup',
} as const;

/** Collects a short form of each reported frame. */
function teller() {
  const frames = new SubagentFrames({ forwardsText: false });
  const agent = (id: string, more: Partial<Subagent> = {}): Omit<Subagent, 'event'> => ({
    type: 'subagent',
    path: [id],
    toolUseId: `toolu_${id}`,
    ...more,
  });
  return {
    begins: (id: string, more?: Partial<Subagent>) => frames.frames({ ...agent(id, more), event: { type: 'init', init: INIT } }),
    ends: (id: string, changes: Partial<RunResult> = {}) =>
      frames.frames({ ...agent(id), event: { type: 'result', result: { ...RESULT, ...changes } } }),
    task: (task: Partial<Task>) =>
      frames.task({ type: 'task', id: 'shell_1', kind: 'shell', title: 'make', state: 'running', ...task }),
    asks: (id: string) =>
      frames.asked({
        type: 'tool_use',
        id: `toolu_${id}`,
        name: 'Agent',
        input: { description: 'Looks', prompt: 'Look around' },
      }),
  };
}

const COMMAND = { task_id: 'shell_1', task_type: 'local_bash', description: 'make' };

describe('a command in the background (CTRL-11)', () => {
  it('joins the list before its own frames, under the call that started it', () => {
    expect(teller().task({ toolUseId: 'toolu_b' })).toEqual([
      { type: 'system', subtype: 'background_tasks_changed', tasks: [COMMAND] },
      { type: 'system', subtype: 'task_started', tool_use_id: 'toolu_b', is_backgrounded: true, ...COMMAND },
    ]);
  });

  it('has the description of its call', () => {
    const [, started] = teller().task({ description: 'Builds it' });
    expect(started).toMatchObject({ subtype: 'task_started', description: 'Builds it' });
  });

  it.each([
    ['completed', 'completed', 0, 'make completed with exit code 0'],
    ['failed', 'failed', 3, 'make failed with exit code 3'],
    ['killed', 'stopped', undefined, 'make stopped'],
  ] as const)('that is %s leaves the list after its end, %s', (state, status, exitCode, summary) => {
    const { task } = teller();
    task({ toolUseId: 'toolu_b' });
    const [updated, notified, changed] = task({ toolUseId: 'toolu_b', state, exitCode, outputFile: '/out.txt' });
    expect(updated).toEqual({
      type: 'system',
      subtype: 'task_updated',
      task_id: 'shell_1',
      patch: { status: state, end_time: expect.any(Number) },
    });
    expect(notified).toEqual({
      type: 'system',
      subtype: 'task_notification',
      task_id: 'shell_1',
      tool_use_id: 'toolu_b',
      status,
      output_file: '/out.txt',
      summary,
    });
    expect(changed).toEqual({ type: 'system', subtype: 'background_tasks_changed', tasks: [] });
  });
});

describe('an agent (CTRL-11)', () => {
  it('in the foreground is never background work', () => {
    const { asks, begins, ends } = teller();
    asks('a');
    expect(begins('a')).toEqual([
      {
        type: 'system',
        subtype: 'task_started',
        task_id: 'a',
        tool_use_id: 'toolu_a',
        description: 'Looks',
        subagent_type: 'helper',
        spawn_depth: 1,
        is_backgrounded: false,
        task_type: 'local_agent',
        prompt: 'Look around',
      },
    ]);
    expect(ends('a').map(({ subtype }) => subtype)).toEqual(['task_updated', 'task_notification']);
  });

  it('in the background joins the list before its own frames, and leaves it last', () => {
    const { begins, ends, task } = teller();
    expect(begins('a', { inBackground: true })).toMatchObject([
      { subtype: 'background_tasks_changed', tasks: [{ task_id: 'a', task_type: 'local_agent', subagent_type: 'helper' }] },
      { subtype: 'task_started', task_id: 'a', is_backgrounded: true },
    ]);
    expect(task({ id: 'a', kind: 'agent' })).toEqual([]);
    expect(ends('a', { outcome: 'interrupted' })).toMatchObject([
      { subtype: 'task_updated', patch: { status: 'killed' } },
      { subtype: 'task_notification', status: 'stopped', output_file: '' },
      { subtype: 'background_tasks_changed', tasks: [] },
    ]);
    expect(task({ id: 'a', kind: 'agent', state: 'killed' })).toEqual([]);
  });

  it('that moves to the background is updated after the list, even before it begins', () => {
    const { begins, task } = teller();
    begins('a');
    expect(task({ id: 'a', kind: 'agent' })).toMatchObject([
      { subtype: 'background_tasks_changed', tasks: [{ task_id: 'a' }] },
      { subtype: 'task_updated', task_id: 'a', patch: { is_backgrounded: true } },
    ]);
    expect(task({ id: 'b', kind: 'agent' })).toEqual([]);
    expect(begins('b')).toMatchObject([
      { subtype: 'background_tasks_changed', tasks: [{ task_id: 'a' }, { task_id: 'b' }] },
      { subtype: 'task_started', task_id: 'b', is_backgrounded: true },
    ]);
  });

  it('under another agent names its parent and its depth', () => {
    expect(teller().begins('b', { path: ['a', 'b'], inBackground: true })).toMatchObject([
      { tasks: [{ task_id: 'b', parent_task_id: 'a' }] },
      { subtype: 'task_started', task_id: 'b', parent_task_id: 'a', spawn_depth: 2 },
    ]);
  });
});
