import type { HookRound, SessionHooks } from '@loadout/core';
import { describe, expect, it } from 'vitest';
import { blocking, openSession } from '../testing/bench.js';

/** Hooks that record their events. */
function hooks(answer: (event: string) => HookRound | Promise<HookRound>) {
  const told: unknown[] = [];
  const fire: SessionHooks['fire'] = async (event, input) => {
    told.push([event, input]);
    return answer(event);
  };
  return { told, fire };
}

const quiet: HookRound = { contexts: [], messages: [] };

describe('the hook TaskCreated (TOOL-TASK-01)', () => {
  it('runs for a task, and its words reach the model', async () => {
    const { told, fire } = hooks(() => ({ contexts: ['Mind the style.'], messages: [] }));
    const { call } = await openSession({ fire });
    const { content } = await call('TaskCreate', { subject: 'Write', description: 'All', owner: 'tester' });
    expect(content).toMatch(/^Task created: 1 - Write\n\n<system-reminder>\nMind the style\.\n/);
    expect(told).toEqual([
      ['TaskCreated', { task_id: '1', task_subject: 'Write', task_description: 'All', teammate_name: 'tester' }],
    ]);
  });

  it('takes a task back with its reason', async () => {
    const { fire } = hooks(() => blocking('too vague'));
    const { call } = await openSession({ fire });
    expect(await call('TaskCreate', { subject: 'Do it' })).toMatchObject({
      isError: true,
      content: 'The task "Do it" was not created: the hook gate blocked it: too vague',
    });
    expect((await call('TaskList')).content).toBe('No tasks found.');
  });
});

describe('the hook TaskCompleted (TOOL-TASK-05)', () => {
  it('keeps a task open, and nothing of the change is made', async () => {
    const { fire } = hooks((event) => (event === 'TaskCompleted' ? blocking('tests fail') : quiet));
    const { call } = await openSession({ fire });
    await call('TaskCreate', { subject: 'Write', status: 'in_progress' });
    expect(await call('TaskUpdate', { taskId: '1', status: 'completed', output: 'done' })).toMatchObject({
      isError: true,
      content: '1 stays in_progress, and nothing was changed: the hook gate blocked its completion: tests fail',
    });
    expect((await call('TaskGet', { taskId: '1' })).content).toBe('1 [in_progress] Write');
  });

  it('runs once, and only for tasks that can be completed', async () => {
    const { told, fire } = hooks(() => quiet);
    const { call } = await openSession({ fire });
    for (const subject of ['a', 'b']) await call('TaskCreate', { subject });
    await call('TaskUpdate', { taskId: '2', status: 'failed' });
    told.length = 0;
    for (const taskId of ['1', '1', '2', '3']) await call('TaskUpdate', { taskId, status: 'completed' });
    expect(told).toEqual([['TaskCompleted', { task_id: '1', task_subject: 'a' }]]);
  });

  it('that takes long does not bring back a task that was deleted meanwhile', async () => {
    const { fire } = hooks(async (event) => {
      if (event === 'TaskCompleted') await session.call('TaskUpdate', { taskId: '1', status: 'deleted' });
      return quiet;
    });
    const session = await openSession({ fire });
    await session.call('TaskCreate', { subject: 'a' });
    expect((await session.call('TaskUpdate', { taskId: '1', status: 'completed' })).content).toContain('There is no task "1"');
    expect((await session.call('TaskList')).content).toBe('No tasks found.');
  });
});
