import { type AnyTool, defineTool, type ToolContext } from '@loadout/core';
import { TASK_STATES, type Task, type TaskState } from './task.js';
import { type TaskList, TaskStore } from './task-list.js';
import { taskLine } from './task-text.js';

const inputSchema = {
  type: 'object',
  properties: {
    status: { type: 'string', enum: TASK_STATES, description: 'Only these' },
    owner: { type: 'string', description: 'Only those of this owner' },
  },
  additionalProperties: false,
} as const;

interface TaskFilter {
  readonly status?: TaskState | undefined;
  readonly owner?: string | undefined;
}

export function taskListTool(): AnyTool {
  return defineTool({
    name: 'TaskList',
    description:
      'Lists the tasks in the order in which they were created, each with its status, its owner, and what it still waits for.',
    inputSchema,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    isConcurrencySafe: true,
    call: list,
  });
}

function list({ status, owner }: TaskFilter, context: ToolContext) {
  const tasks = context.get(TaskStore);
  const all = tasks.list();
  const found = all.filter(
    (task) => (status === undefined || task.status === status) && (owner === undefined || task.owner === owner),
  );
  const none = all.length === 0 ? 'No tasks found.' : `No tasks found for this filter; without it there are ${all.length}.`;
  return {
    content: found.map((task) => taskLine(task, tasks)).join('\n') || none,
    structuredContent: { tasks: found.map((task) => row(task, tasks)) },
  };
}

const row = (task: Task, tasks: TaskList) => ({
  id: task.id,
  subject: task.subject,
  status: task.status,
  ...(task.owner === undefined ? {} : { owner: task.owner }),
  blockedBy: tasks.openBlockers(task),
});
