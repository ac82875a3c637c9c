import { type AnyTool, defineTool, type ToolContext } from '@loadout/core';
import { TaskStore } from './task-list.js';
import { taskText } from './task-text.js';

const inputSchema = {
  type: 'object',
  properties: { taskId: { type: 'string' } },
  required: ['taskId'],
  additionalProperties: false,
} as const;

export function taskGetTool(): AnyTool {
  return defineTool({
    name: 'TaskGet',
    inputAliases: { id: 'taskId', task_id: 'taskId' },
    description:
      'Shows everything about one task: description, owner, output, metadata, what it waits for and what waits for it.',
    inputSchema,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    isConcurrencySafe: true,
    call: ({ taskId }, context) => show(taskId, context),
  });
}

function show(taskId: string, context: ToolContext) {
  const tasks = context.get(TaskStore);
  const task = tasks.get(taskId);
  return {
    content: taskText(task, tasks),
    structuredContent: { task: { ...task, description: task.description ?? '', blocks: tasks.blocks(taskId) } },
  };
}
