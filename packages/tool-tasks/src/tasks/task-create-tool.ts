import { type AnyTool, defineTool, type ToolContext } from '@loadout/core';
import { errors } from '../errors.js';
import type { TaskDraft } from './task.js';
import { TaskStore } from './task-list.js';
import { tellHooks } from './tell-hooks.js';

const inputSchema = {
  type: 'object',
  properties: {
    subject: { type: 'string', minLength: 1, description: 'What to do, in a few words' },
    description: { type: 'string', description: 'All that is needed to do it' },
    activeForm: { type: 'string', description: 'The subject while it is done: "Running the tests"' },
    owner: { type: 'string', description: 'Who does it' },
    status: { type: 'string', enum: ['pending', 'in_progress'], default: 'pending' },
    metadata: { type: 'object', description: 'Anything else to keep with it' },
  },
  required: ['subject'],
  additionalProperties: false,
} as const;

export function taskCreateTool(): AnyTool {
  return defineTool({
    name: 'TaskCreate',
    description:
      'Creates a task, for work of three or more steps or of several agents: subagents see the same tasks. Returns its id (1, 2 and so on). Links between tasks are set with TaskUpdate.',
    inputSchema,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    access: () => [{ kind: 'session' }],
    call: ({ status = 'pending', ...draft }, context) => create({ ...draft, status }, context),
  });
}

async function create(draft: TaskDraft, context: ToolContext) {
  const tasks = context.get(TaskStore);
  const task = tasks.create(draft);
  const { block, notes } = await tellHooks('TaskCreated', task, context);
  if (block !== undefined) {
    tasks.remove(task.id);
    throw errors.TASK_CREATION_BLOCKED({ subject: task.subject, ...block });
  }
  const { id, subject, description } = task;
  return {
    content: `Task created: ${id} - ${subject}${notes}`,
    structuredContent: { task: { id, subject, ...(description === undefined ? {} : { description }) } },
  };
}
