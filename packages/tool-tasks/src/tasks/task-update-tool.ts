import { type AnyTool, defineTool, type ToolContext } from '@loadout/core';
import { errors } from '../errors.js';
import { TASK_STATES, type Task, type TaskChange, type TaskState } from './task.js';
import { type TaskList, TaskStore } from './task-list.js';
import { tellHooks } from './tell-hooks.js';

const inputSchema = {
  type: 'object',
  properties: {
    taskId: { type: 'string' },
    subject: { type: 'string', minLength: 1 },
    description: { type: 'string' },
    activeForm: { type: 'string' },
    owner: { type: 'string', description: 'Who does it; "" for nobody' },
    output: { type: 'string', description: 'The result' },
    status: {
      type: 'string',
      enum: [...TASK_STATES, 'deleted'],
      description: 'completed, failed and cancelled are final; deleted removes it',
    },
    addBlocks: { type: 'array', items: { type: 'string' }, description: 'Ids of tasks that wait for this one' },
    addBlockedBy: { type: 'array', items: { type: 'string' }, description: 'Ids of tasks that come first' },
    metadata: { type: 'object', description: 'Keys are merged; null deletes one' },
  },
  required: ['taskId'],
  additionalProperties: false,
} as const;

interface TaskUpdate extends Omit<TaskChange, 'status'> {
  readonly taskId: string;
  readonly status?: TaskState | 'deleted' | undefined;
}

export function taskUpdateTool(): AnyTool {
  return defineTool({
    name: 'TaskUpdate',
    inputAliases: { id: 'taskId', task_id: 'taskId' },
    description:
      'Changes a task. If one part of the change is not possible, nothing is changed. Mark it in_progress when you begin and completed as soon as it is done. Links that would make a task wait for itself are refused.',
    inputSchema,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    access: () => [{ kind: 'session' }],
    validateInput: (input) =>
      Object.keys(input).length > 1 ? undefined : 'Nothing to change: give a status or another field beside taskId.',
    call: update,
  });
}

function update({ taskId, status, ...change }: TaskUpdate, context: ToolContext) {
  return status === 'deleted' ? remove(taskId, context) : apply(taskId, { ...change, status }, context);
}

function remove(taskId: string, context: ToolContext) {
  const tasks = context.get(TaskStore);
  const { status: from, subject } = tasks.get(taskId);
  tasks.remove(taskId);
  return {
    content: `Task deleted: ${taskId} - ${subject}`,
    structuredContent: { success: true, taskId, updatedFields: ['deleted'], statusChange: { from, to: 'deleted' } },
  };
}

async function apply(taskId: string, change: TaskChange, context: ToolContext) {
  const tasks = context.get(TaskStore);
  tasks.check(taskId, change);
  const notes = await askHooks(tasks.get(taskId), change, context);
  const before = { ...tasks.get(taskId), blocks: tasks.blocks(taskId) };
  const after = { ...tasks.update(taskId, change), blocks: tasks.blocks(taskId) };
  const updatedFields = changedFields(before, after);
  return {
    content: `${summary(before.status, after, updatedFields)}${waits(after, change, tasks)}${notes}`,
    structuredContent: {
      success: true,
      taskId,
      updatedFields,
      ...(before.status === after.status ? {} : { statusChange: { from: before.status, to: after.status } }),
    },
  };
}

/** The hooks of TaskCompleted may keep it open. They are asked before anything is changed. */
async function askHooks(task: Task, { status }: TaskChange, context: ToolContext): Promise<string> {
  if (status !== 'completed' || task.status === 'completed') return '';
  const { block, notes } = await tellHooks('TaskCompleted', task, context);
  if (block !== undefined) throw errors.TASK_COMPLETION_BLOCKED({ id: task.id, status: task.status, ...block });
  return notes;
}

const FIELDS = [
  'subject',
  'description',
  'activeForm',
  'owner',
  'output',
  'status',
  'metadata',
  'blocks',
  'blockedBy',
] as const satisfies readonly (keyof Linked)[];

type Linked = Task & { readonly blocks: readonly string[] };

const changedFields = (before: Linked, after: Linked): readonly string[] =>
  FIELDS.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));

function summary(from: TaskState, { id, status }: Task, fields: readonly string[]): string {
  if (fields.length === 0) return `Task ${id} is as it was.`;
  const named = fields.map((field) => (field === 'status' ? `status (${from} -> ${status})` : field));
  return `Task updated: ${id} - ${named.join(', ')}`;
}

function waits(task: Task, { status }: TaskChange, tasks: TaskList): string {
  const open = status === 'in_progress' ? tasks.openBlockers(task) : [];
  return open.length === 0 ? '' : `. It still waits for ${open.join(', ')}.`;
}
