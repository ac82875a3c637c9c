import { defineService } from '@loadout/core';
import { errors } from '../errors.js';

export interface Todo {
  /** The task, as an instruction. */
  readonly content: string;
  readonly status: 'pending' | 'in_progress' | 'completed';
  /** The task in its progressive form, shown while it is in progress. */
  readonly activeForm: string;
  readonly priority?: 'high' | 'medium' | 'low' | undefined;
}

/** The to-do list of one agent in one session. The numbers are for the action form; one is not given twice until the list is replaced. */
export class TodoList {
  #todos: ReadonlyMap<number, Todo> = new Map();
  #last = 0;

  get todos(): readonly Todo[] {
    return [...this.#todos.values()];
  }

  entries(): readonly (readonly [id: number, todo: Todo])[] {
    return [...this.#todos];
  }

  replace(todos: readonly Todo[]): void {
    this.#todos = new Map(todos.map((todo, index) => [index + 1, { ...todo }]));
    this.#last = todos.length;
  }

  add(todo: Todo): number {
    this.#last += 1;
    this.#todos = new Map([...this.#todos, [this.#last, todo]]);
    return this.#last;
  }

  /** Completed becomes pending, all else completed. Throws TODO_NOT_FOUND. */
  toggle(id: number): Todo {
    const before = this.#find(id);
    const todo: Todo = { ...before, status: before.status === 'completed' ? 'pending' : 'completed' };
    this.#todos = new Map(this.#todos).set(id, todo);
    return todo;
  }

  /** Throws TODO_NOT_FOUND. */
  remove(id: number): Todo {
    const todo = this.#find(id);
    this.#todos = new Map([...this.#todos].filter(([other]) => other !== id));
    return todo;
  }

  #find(id: number): Todo {
    const todo = this.#todos.get(id);
    if (todo === undefined) throw errors.TODO_NOT_FOUND({ id, ids: [...this.#todos.keys()] });
    return todo;
  }
}

/** Each agent has its own: a subagent that replaces its list leaves that of its parent alone. */
export const TodoStore = defineService<TodoList>('TodoStore');
