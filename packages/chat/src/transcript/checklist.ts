import type { SettledCall } from '@loadout/core/run';
import type { AgentEvent } from '@loadout/runner';
import { cut } from '../text/cut.js';
import type { Block, Line } from '../text/line.js';
import { said } from '../text/said.js';

interface Item {
  readonly text: string;
  readonly state: string;
}

/** The newest items that are shown. */
const MOST = 12;

/** The list of work that the model keeps with the tools for it, as far as it has said. */
export class Checklist {
  #todos: readonly Item[] = [];
  readonly #tasks = new Map<string, Item>();

  event(event: AgentEvent): void {
    if (event.type === 'TodoListUpdated') this.#todos = event.newTodos.map(todoOf);
    else if (event.type === 'tool_result' && event.call.outcome === 'done') this.#take(event.call);
  }

  get items(): readonly Item[] {
    return [...this.#todos, ...this.#tasks.values()];
  }

  get isOpen(): boolean {
    return this.items.some(({ state }) => state === 'pending' || state === 'in_progress');
  }

  clear(): void {
    this.#todos = [];
    this.#tasks.clear();
  }

  block(): Block {
    const items = this.items;
    const done = items.filter(({ state }) => state === 'completed').length;
    // Items that are done go out of sight first.
    const shown = items.length <= MOST ? items : items.slice(Math.min(done, items.length - MOST)).slice(0, MOST);
    const hidden = items.length - shown.length;
    return (columns) => [
      ...shown.map((item) => cut(itemLine(item), columns)),
      ...(hidden > 0 ? [cut([said(`  and ${hidden} more, ${done} of ${items.length} done`, 'dim')], columns)] : []),
    ];
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

function itemLine({ text, state }: Item): Line {
  if (state === 'completed') return [said('  ☒ ', 'green'), said(text, 'dim', 'strike')];
  if (state === 'in_progress') return [said('  ▣ ', 'cyan'), said(text, 'bold')];
  return state === 'pending' ? [said('  ☐ ', 'dim'), said(text)] : [said(`  ✗ ${state}: `, 'yellow'), said(text, 'dim')];
}

function todoOf(value: unknown): Item {
  const { content, status } = fieldsOf(value);
  return { text: String(content ?? ''), state: String(status ?? 'pending') };
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
