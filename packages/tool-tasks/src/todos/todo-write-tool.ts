import { type AnyTool, defineTool, type ToolContext } from '@loadout/core';
import type { TasksOptions } from '../options.js';
import { type Action, inputSchema, isAction, lacksActive, type TodoInput, todoProblem } from './todo-input.js';
import { type Todo, type TodoList, TodoStore } from './todo-list.js';

export function todoWriteTool({ strictTodos: strict = false }: TasksOptions): AnyTool {
  return defineTool({
    name: 'TodoWrite',
    description: `Keeps your to-do list for work of three or more steps. Give todos, the whole list, each time something changes: it replaces the old one, and an empty list clears it. Exactly one item is in_progress while you work (more are refused${strict ? ', none too' : ''}); mark it completed as soon as it is done. Or give an action for one item.`,
    inputSchema,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    access: () => [{ kind: 'session' }],
    validateInput: (input) => todoProblem(input, { strict }),
    call: write,
  });
}

function write(input: TodoInput, context: ToolContext) {
  const list = context.get(TodoStore);
  const oldTodos = list.todos;
  const { action, todos = [] } = input;
  const content = action !== undefined && isAction(action) ? act(action, input, list) : replace(todos, list);
  const newTodos = list.todos;
  if (action !== 'list') context.emit({ type: 'TodoListUpdated', oldTodos, newTodos });
  return { content, structuredContent: { oldTodos, newTodos } };
}

function replace(todos: readonly Todo[], list: TodoList): string {
  list.replace(todos);
  if (todos.length === 0) return 'The to-do list is empty now.';
  const counted = (['completed', 'in_progress', 'pending'] as const)
    .map((status) => [todos.filter((todo) => todo.status === status).length, status] as const)
    .filter(([count]) => count > 0)
    .map(([count, status]) => `${count} ${status}`);
  const warning = lacksActive(todos) ? ' None is in_progress: mark the one that you work on.' : '';
  return `The to-do list has ${items(todos.length)}: ${counted.join(', ')}.${warning}`;
}

function act(action: Action, { text = '', id = 0, priority }: TodoInput, list: TodoList): string {
  switch (action) {
    case 'add': {
      const todo: Todo = { content: text, status: 'pending', activeForm: text, ...(priority === undefined ? {} : { priority }) };
      return `Added ${line([list.add(todo), todo])}`;
    }
    case 'toggle':
      return `Changed ${line([id, list.toggle(id)])}`;
    case 'remove':
      return `Removed ${line([id, list.remove(id)])}`;
    case 'list':
      return list.entries().map(line).join('\n') || 'The to-do list is empty.';
    case 'clear': {
      const count = list.todos.length;
      list.replace([]);
      return `Cleared the to-do list of ${items(count)}.`;
    }
  }
}

const line = ([id, { content, status, priority }]: readonly [number, Todo]) =>
  `${id} [${status}] ${content}${priority === undefined ? '' : ` (${priority})`}`;

const items = (count: number) => `${count} ${count === 1 ? 'item' : 'items'}`;
