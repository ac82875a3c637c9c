import type { SettledCall } from '@loadout/core/run';
import type { AgentEvent } from '@loadout/runner';

export interface ChecklistItem {
  readonly text: string;
  readonly state: string;
}

/** The list of work that the model keeps with the tools for it, as far as it has said. */
export class Checklist {
  #todos: readonly ChecklistItem[] = [];
  readonly #tasks = new Map<string, ChecklistItem>();

  event(event: AgentEvent): void {
    if (event.type === 'TodoListUpdated') this.#todos = event.newTodos.map(todoOf);
    else if (event.type === 'tool_result' && event.call.outcome === 'done') this.#take(event.call);
  }

  get items(): readonly ChecklistItem[] {
    return [...this.#todos, ...this.#tasks.values()];
  }

  get isOpen(): boolean {
    return this.items.some(({ state }) => state === 'pending' || state === 'in_progress');
  }

  clear(): void {
    this.#todos = [];
    this.#tasks.clear();
  }

  #take({ name, input, result }: SettledCall): void {
    const given = fieldsOf(input);
    if (name === 'TaskCreate') {
      const task = fieldsOf(fieldsOf(result.structuredContent).task);
      if (typeof task.id === 'string')
        this.#tasks.set(task.id, { text: String(task.subject), state: String(given.status ?? 'pending') });
    }
    if (name !== 'TaskUpdate' || typeof given.taskId !== 'string') return;
    const before = this.#tasks.get(given.taskId);
    if (given.status === 'deleted') this.#tasks.delete(given.taskId);
    else if (before !== undefined)
      this.#tasks.set(given.taskId, {
        text: typeof given.subject === 'string' ? given.subject : before.text,
        state: typeof given.status === 'string' ? given.status : before.state,
      });
  }
}

function todoOf(value: unknown): ChecklistItem {
  const { content, status } = fieldsOf(value);
  return { text: String(content ?? ''), state: String(status ?? 'pending') };
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
