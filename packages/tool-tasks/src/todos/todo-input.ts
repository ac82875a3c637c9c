import type { Todo } from './todo-list.js';

/** One schema for both forms, because the Messages API accepts no `anyOf` at the top. `todoProblem` checks the rest. */
export const inputSchema = {
  type: 'object',
  properties: {
    todos: {
      type: 'array',
      description: 'The whole new list; it replaces the old one',
      items: {
        type: 'object',
        properties: {
          content: { type: 'string', minLength: 1, description: 'What to do: "Run the tests"' },
          status: { type: 'string', enum: ['pending', 'in_progress', 'completed'] },
          activeForm: { type: 'string', minLength: 1, description: 'The same while it is done: "Running the tests"' },
        },
        required: ['content', 'status', 'activeForm'],
        additionalProperties: false,
      },
    },
    action: { type: 'string', description: 'Instead of todos: add, toggle, remove, list or clear' },
    text: { type: 'string', description: 'For add' },
    id: { type: 'integer', description: 'For toggle and remove' },
    priority: { type: 'string', enum: ['high', 'medium', 'low'], description: 'For add' },
  },
  additionalProperties: false,
} as const;

export type Action = 'add' | 'toggle' | 'remove' | 'list' | 'clear';

export interface TodoInput {
  readonly todos?: readonly Todo[] | undefined;
  readonly action?: string | undefined;
  readonly text?: string | undefined;
  readonly id?: number | undefined;
  readonly priority?: Todo['priority'];
}

const ACTIONS: readonly string[] = ['add', 'toggle', 'remove', 'list', 'clear'] satisfies Action[];
export const isAction = (action: string): action is Action => ACTIONS.includes(action);

/** Checks the input beyond its schema. Returns a sentence for the model. Source: CON-14, TOOL-TODO-04. */
export function todoProblem(input: TodoInput, { strict }: { readonly strict: boolean }): string | undefined {
  const { todos, action } = input;
  if (todos === undefined && action === undefined) return 'Give todos, the whole new list, or an action. Neither is there.';
  if (action !== undefined)
    return todos === undefined ? actionProblem(action, input) : 'Give either todos or an action, not both.';
  const active = todos?.filter((todo) => todo.status === 'in_progress').length ?? 0;
  if (active > 1) return `${active} to-dos are in_progress; exactly one may be at a time. The list was not changed.`;
  return strict && lacksActive(todos ?? [])
    ? 'No to-do is in_progress, and not all are completed; exactly one must be. The list was not changed.'
    : undefined;
}

/** Unfinished items, and none of them is being worked on. */
export const lacksActive = (todos: readonly Todo[]) =>
  todos.some((todo) => todo.status !== 'completed') && todos.every((todo) => todo.status !== 'in_progress');

function actionProblem(action: string, { text, id }: TodoInput): string | undefined {
  if (!isAction(action)) return `Unknown action ${JSON.stringify(action)}. Use one of: ${ACTIONS.join(', ')}.`;
  if (action === 'add' && (text ?? '').trim() === '') return 'text required for add.';
  if ((action === 'toggle' || action === 'remove') && id === undefined) return `id required for ${action}.`;
  return undefined;
}
