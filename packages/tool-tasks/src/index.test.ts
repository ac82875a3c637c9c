import { readFileSync } from 'node:fs';
import { describePlugin, describeTool } from '@loadout/testing';
import { describe, expect, it } from 'vitest';
import plugin, { TaskList, TaskStore } from './index.js';
import { openSession } from './testing/bench.js';

const packageFile = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

describePlugin(plugin, {
  describe,
  it,
  packageJson: packageFile,
  invalidOptions: [{ options: { strictTodos: 'yes' }, path: '/strictTodos' }],
});

const parts = await plugin.setup({ options: {} as never, mount: 'tasks', configDir: '/', stateDir: '/none' });
const valid: Record<string, object> = {
  TaskCreate: { subject: 'Write' },
  TaskGet: { taskId: '1' },
  TaskUpdate: { taskId: '1', owner: 'me' },
  TaskList: {},
};
const invalid: Record<string, { input: object; path: string }> = {
  TaskCreate: { input: { subject: 'a', status: 'completed' }, path: '/status' },
  TaskGet: { input: {}, path: '/taskId' },
  TaskUpdate: { input: { taskId: '1', status: 'done' }, path: '/status' },
  TaskList: { input: { status: 'done' }, path: '/status' },
};

function filled(): TaskList {
  const tasks = new TaskList();
  tasks.create({ subject: 'a', status: 'pending' });
  return tasks;
}

for (const tool of parts.tools ?? []) {
  const refused = invalid[tool.name];
  if (refused === undefined) continue;
  const services = [[TaskStore, filled()]] as const;
  describeTool(tool, { describe, it, services, valid: [{ input: valid[tool.name] }], invalid: [refused] });
}

describe('the plugin', () => {
  it('offers its tools under the one name that they have (ALIAS-12, ALIAS-22)', () => {
    expect(parts.tools?.map(({ name, aliases = [] }) => [name, aliases])).toEqual([
      ['TodoWrite', []],
      ['TaskCreate', []],
      ['TaskGet', []],
      ['TaskUpdate', []],
      ['TaskList', []],
    ]);
  });

  it('says which of them only read, and those may run beside others (POOL-20)', () => {
    const flags = parts.tools?.map((tool) => [tool.name, tool.annotations?.readOnlyHint, tool.isConcurrencySafe ?? false]);
    expect(flags).toEqual([
      ['TodoWrite', false, false],
      ['TaskCreate', false, false],
      ['TaskGet', true, true],
      ['TaskUpdate', false, false],
      ['TaskList', true, true],
    ]);
  });

  it('lets a session share its tasks with the agents that it starts, and not its to-dos (TOOL-TASK-05)', () => {
    expect(parts.services?.map(({ service, shared = false }) => [service.key, shared])).toEqual([
      ['TodoStore', false],
      ['TaskStore', true],
    ]);
  });

  it('shares nothing between two sessions (STATE-02)', async () => {
    const [one, other] = [await openSession(), await openSession()];
    await one.call('TaskCreate', { subject: 'a' });
    expect((await other.call('TaskList')).content).toBe('No tasks found.');
    expect((await other.call('TaskCreate', { subject: 'b' })).content).toBe('Task created: 1 - b');
  });

  it('takes little of the first request', () => {
    const sent = parts.tools?.map(({ name, description, inputSchema }) => ({
      name,
      description,
      input_schema: (inputSchema as { json: unknown }).json,
    }));
    expect(JSON.stringify(sent).length).toBeLessThan(4500);
  });
});
