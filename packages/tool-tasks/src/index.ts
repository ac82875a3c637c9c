import { ownPlugin } from '@loadout/core';
import { optionsSchema } from './options.js';
import { taskCreateTool } from './tasks/task-create-tool.js';
import { taskGetTool } from './tasks/task-get-tool.js';
import { TaskList, TaskStore } from './tasks/task-list.js';
import { taskListTool } from './tasks/task-list-tool.js';
import { taskUpdateTool } from './tasks/task-update-tool.js';
import { TodoList, TodoStore } from './todos/todo-list.js';
import { todoWriteTool } from './todos/todo-write-tool.js';

export { errors, table as errorTable } from './errors.js';
export type { Task, TaskChange, TaskDraft, TaskState } from './tasks/task.js';
export { TaskList, TaskStore } from './tasks/task-list.js';
export type { Todo } from './todos/todo-list.js';
export { TodoList, TodoStore } from './todos/todo-list.js';

export default ownPlugin({
  name: 'tasks',
  options: optionsSchema,
  setup: ({ options }) => ({
    tools: [todoWriteTool(options), taskCreateTool(), taskGetTool(), taskUpdateTool(), taskListTool()],
    services: [
      { service: TodoStore, create: () => new TodoList() },
      { service: TaskStore, create: () => new TaskList(), shared: true },
    ],
  }),
});
