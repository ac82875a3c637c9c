import { BackgroundTasks } from '@loadout/core';
import { describe, expect, it } from 'vitest';
import { openSession } from '../testing/bench.js';

/** A session with tasks of these subjects. */
async function withTasks(...subjects: readonly string[]) {
  const session = await openSession();
  for (const subject of subjects) await session.call('TaskCreate', { subject });
  return session;
}

describe('TaskCreate', () => {
  it('ids are the numbers 1, 2 and so on, and the earlier form task_1 still names a task (W7)', async () => {
    const { call } = await openSession();
    await call('TaskCreate', { subject: 'a', description: '' });
    await call('TaskCreate', { subject: 'b', description: '' });
    expect((await call('TaskGet', { taskId: '1' })).structured).toMatchObject({ task: { id: '1' } });
    await call('TaskUpdate', { taskId: 'task_2', addBlockedBy: ['task_1'], owner: 'me' });
    expect((await call('TaskGet', { taskId: '#2' })).structured).toMatchObject({ task: { id: '2', blockedBy: ['1'] } });
    await call('TaskUpdate', { taskId: 'task_1', status: 'deleted' });
    expect((await call('TaskGet', { taskId: '2' })).structured).toMatchObject({ task: { blockedBy: [] } });
  });

  it('gives each task an id of its own and keeps what it was told (TOOL-TASK-01)', async () => {
    const { call } = await openSession();
    const first = await call('TaskCreate', { subject: 'Write', description: 'All of it' });
    expect(first.content).toBe('Task created: 1 - Write');
    expect(first.structured).toEqual({ task: { id: '1', subject: 'Write', description: 'All of it' } });
    const all = { activeForm: 'Testing', owner: 'tester', status: 'in_progress', metadata: { pr: 7 } };
    expect((await call('TaskCreate', { subject: 'Test', ...all })).structured).toEqual({
      task: { id: '2', subject: 'Test' },
    });
    expect((await call('TaskGet', { taskId: '2' })).structured).toEqual({
      task: { id: '2', subject: 'Test', description: '', blockedBy: [], blocks: [], ...all },
    });
  });
});

describe('TaskGet', () => {
  it('shows all of a task, under any name of the id (TOOL-TASK-04)', async () => {
    const { call } = await withTasks('Write', 'Test', 'Ship');
    const change = { owner: 'me', description: 'Unit tests', output: 'green', activeForm: 'Testing', metadata: { pr: 7 } };
    await call('TaskUpdate', { taskId: '2', addBlockedBy: ['1'], addBlocks: ['3'], ...change });
    const texts = await Promise.all(['taskId', 'id', 'task_id'].map((name) => call('TaskGet', { [name]: '2' })));
    for (const { content } of texts)
      expect(content).toBe(
        '2 [pending] Test\nOwner: me\nWaits for: 1 (pending)\nBlocks: 3\nActive form: Testing\nMetadata: {"pr":7}\nDescription: Unit tests\nOutput: green',
      );
  });

  it('of a missing task is an error that names the existing ones (TOOL-TASK-04)', async () => {
    const { call } = await withTasks('Write', 'Test');
    expect(await call('TaskGet', { taskId: '9' })).toMatchObject({
      isError: true,
      content: 'There is no task "9". There are: 1, 2. See all tasks with TaskList.',
    });
  });
});

describe('TaskList', () => {
  it('keeps the order of creation, also after changes, and shows what a task still waits for (TOOL-TASK-03)', async () => {
    const { call } = await withTasks(...Array.from({ length: 11 }, (_, index) => `Step ${index + 1}`));
    await call('TaskUpdate', { taskId: '3', addBlockedBy: ['10', '2'], owner: 'me' });
    await call('TaskUpdate', { taskId: '2', status: 'completed' });
    const { content, structured } = await call('TaskList');
    const lines = content.split('\n');
    expect(lines.map((line) => line.split(' ')[0])).toEqual(lines.map((_, index) => `${index + 1}`));
    expect(lines[2]).toBe('3 [pending] Step 3 (owner: me; blocked by: 10)');
    expect(structured).toMatchObject({ tasks: { 2: { id: '3', owner: 'me', blockedBy: ['10'] }, length: 11 } });
  });

  it('filters by status and owner (TOOL-TASK-03)', async () => {
    const { call } = await withTasks('a', 'b', 'c');
    await call('TaskUpdate', { taskId: '1', owner: 'me', status: 'in_progress' });
    await call('TaskUpdate', { taskId: '2', owner: 'me' });
    expect((await call('TaskList', { owner: 'me' })).content).toMatch(/^1 .*\n2 [^\n]*$/);
    expect((await call('TaskList', { owner: 'me', status: 'pending' })).content).toBe('2 [pending] b (owner: me)');
    expect((await call('TaskList', { status: 'failed' })).content).toBe(
      'No tasks found for this filter; without it there are 3.',
    );
    expect((await (await openSession()).call('TaskList')).content).toBe('No tasks found.');
  });

  it('refuses an unknown status instead of listing all tasks (TOOL-TASK-03)', async () => {
    const { content, isError } = await (await withTasks('a')).call('TaskList', { status: 'inProgress' });
    expect(isError).toBe(true);
    expect(content).toContain(
      '/status must be one of "pending", "in_progress", "completed", "failed", "cancelled", is "inProgress"',
    );
  });
});

describe('TaskUpdate', () => {
  it('changes what it is told and says what has changed (TOOL-TASK-02)', async () => {
    const { call } = await withTasks('a', 'b', 'c');
    const change = { subject: 'A', description: 'd', activeForm: 'f', owner: 'me', output: 'o', addBlocks: ['2'] };
    expect(await call('TaskUpdate', { id: '1', ...change, addBlockedBy: ['3'], status: 'in_progress' })).toEqual({
      isError: false,
      content:
        'Task updated: 1 - subject, description, activeForm, owner, output, status (pending -> in_progress), blocks, blockedBy. It still waits for 3.',
      structured: {
        success: true,
        taskId: '1',
        updatedFields: ['subject', 'description', 'activeForm', 'owner', 'output', 'status', 'blocks', 'blockedBy'],
        statusChange: { from: 'pending', to: 'in_progress' },
      },
    });
    expect((await call('TaskGet', { id: '2' })).structured).toMatchObject({ task: { blockedBy: ['1'] } });
    expect((await call('TaskUpdate', { id: '1', owner: '' })).structured).toMatchObject({ updatedFields: ['owner'] });
    expect((await call('TaskUpdate', { id: '1', owner: '' })).content).toBe('Task 1 is as it was.');
  });

  it('merges metadata, and null deletes a key (TOOL-TASK-02)', async () => {
    const { call } = await withTasks('a');
    await call('TaskUpdate', { taskId: '1', metadata: { pr: 7, branch: 'x' } });
    await call('TaskUpdate', { taskId: '1', metadata: { pr: null, size: 'small' } });
    expect((await call('TaskGet', { taskId: '1' })).structured).toMatchObject({
      task: { metadata: { branch: 'x', size: 'small' } },
    });
  });

  it.each(['completed', 'failed', 'cancelled'])('leaves a task that is %s as it is (TOOL-TASK-02)', async (status) => {
    const { call } = await withTasks('a');
    await call('TaskUpdate', { taskId: '1', status });
    expect(await call('TaskUpdate', { taskId: '1', status: 'pending', output: 'x' })).toMatchObject({
      isError: true,
      content: `1 is ${status}, which is final; it cannot become pending. Create a new task for what is left to do.`,
    });
    expect((await call('TaskGet', { taskId: '1' })).content).toBe(`1 [${status}] a`);
    expect((await call('TaskUpdate', { taskId: '1', status, output: 'x' })).structured).toMatchObject({
      updatedFields: ['output'],
    });
  });

  it('deletes a task, also a finished one, and nothing waits for it any more (TOOL-TASK-02)', async () => {
    const { call } = await withTasks('a', 'b');
    await call('TaskUpdate', { taskId: '2', addBlockedBy: ['1'] });
    await call('TaskUpdate', { taskId: '1', status: 'completed' });
    expect(await call('TaskUpdate', { taskId: '1', status: 'deleted' })).toMatchObject({
      content: 'Task deleted: 1 - a',
      structured: { updatedFields: ['deleted'], statusChange: { from: 'completed', to: 'deleted' } },
    });
    expect((await call('TaskGet', { taskId: '2' })).structured).toMatchObject({ task: { blockedBy: [] } });
    expect((await call('TaskCreate', { subject: 'c' })).content).toBe('Task created: 3 - c');
  });

  it('refuses a link to itself, to what is not there, and in a circle; then nothing is changed (TOOL-TASK-05)', async () => {
    const { call } = await withTasks('a', 'b', 'c');
    await call('TaskUpdate', { taskId: '1', addBlocks: ['2'] });
    await call('TaskUpdate', { taskId: '3', addBlockedBy: ['2'] });
    const before = (await call('TaskList')).content;
    for (const [links, said] of [
      [{ addBlocks: ['1'] }, '1 would wait for itself: 1 waits for 1.'],
      [{ addBlockedBy: ['3'] }, '1 would wait for itself: 1 waits for 3 waits for 2 waits for 1.'],
      [{ addBlocks: ['9'] }, 'There is no task "9".'],
    ] as const) {
      const { content, isError } = await call('TaskUpdate', {
        taskId: '1',
        subject: 'changed',
        status: 'in_progress',
        ...links,
      });
      expect([isError, content.slice(0, said.length)]).toEqual([true, said]);
    }
    expect((await call('TaskList')).content).toBe(before);
  });

  it('refuses a change of nothing', async () => {
    const { call } = await withTasks('a');
    expect(await call('TaskUpdate', { taskId: '1' })).toMatchObject({
      isError: true,
      content: expect.stringMatching(/^Nothing to change/),
    });
  });

  it('cancels a task by its id; ids of background work start with shell or agent (CON-22)', async () => {
    const { call, context } = await withTasks('a');
    const running = { type: 'shell', title: 'sleep', status: () => ({ state: 'completed' as const }), read: () => '' };
    const ended = Promise.resolve();
    const { id } = context.get(BackgroundTasks).start('shell', (own) => ({ id: own, ...running, ended, stop: () => ended }));
    expect(id).toBe('shell_1');
    expect((await call('TaskUpdate', { taskId: id, status: 'cancelled' })).content).toContain('There is no task "shell_1"');
    expect((await call('TaskUpdate', { taskId: '1', status: 'cancelled' })).structured).toMatchObject({
      statusChange: { from: 'pending', to: 'cancelled' },
    });
  });
});
