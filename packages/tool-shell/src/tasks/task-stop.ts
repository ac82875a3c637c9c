import { type AnyTool, BackgroundTasks, defineTool, TaskStore, type ToolContext } from '@loadout/core';
import { errors } from '../errors.js';
import { findTask, runningTasks } from './find-task.js';

const inputSchema = {
  type: 'object',
  properties: { task_id: { type: 'string' }, reason: { type: 'string' } },
  required: ['task_id'],
  additionalProperties: false,
} as const;

/** Ends any kind of background task. */
export function taskStopTool(): AnyTool {
  return defineTool({
    name: 'TaskStop',
    aliases: ['KillShell', 'KillBash'],
    inputAliases: { shell_id: 'task_id', id: 'task_id' },
    description:
      'Stops a running background task with all its processes, and drops its unread output. To keep the output, call TaskOutput first.',
    inputSchema,
    // Stops only commands that this session started, so nobody needs to be asked.
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    isConcurrencySafe: false,
    call: (input, context) => call(input, context),
  });
}

async function call({ task_id, reason }: { task_id: string; reason?: string | undefined }, context: ToolContext) {
  const record = /^task_\d+$/.test(task_id) ? context.find(TaskStore) : undefined;
  if (record !== undefined) return cancel(task_id, record);
  const task = findTask(task_id, context);
  const { state } = task.status();
  if (state !== 'running') throw errors.TASK_ENDED({ id: task_id, state, running: runningTasks(context) });
  await task.stop();
  context.get(BackgroundTasks).remove(task.id);
  return {
    content: `Stopped ${task.type} ${task.id}: ${task.title}`,
    structuredContent: { task_id: task.id, type: task.type, command: task.title, ...(reason === undefined ? {} : { reason }) },
  };
}

/** Cancels a to-do task, not a running one: the sources use the same name for both (CON-22). */
function cancel(task_id: string, records: TaskStore) {
  const { subject } = records.update(task_id, { status: 'cancelled' });
  return { content: `Cancelled ${task_id}: ${subject}`, structuredContent: { task_id, type: 'task', command: subject } };
}
