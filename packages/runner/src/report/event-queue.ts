import type { AgentEvent } from './events.js';

/** With so many unread events, pieces of text are joined and only the newest progress of a call is kept. Source: EVT-05. */
const SLOW_AT = 256;

/** The queue between the loop, which never waits, and the reader of its events. Only repeated progress is ever dropped. */
export class EventQueue implements AsyncIterable<AgentEvent> {
  #events: AgentEvent[] = [];
  #closed = false;
  #wake: (() => void) | undefined;

  /** Adds an event. A function of its own, so that a run can hand it on as its `emit`. */
  readonly push = (event: AgentEvent): void => {
    if (this.#events.length >= SLOW_AT && this.#join(event)) return;
    this.#events.push(event);
    this.#wake?.();
  };

  close(): void {
    this.#closed = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncIterator<AgentEvent> {
    while (true) {
      const batch = this.#events;
      this.#events = [];
      yield* batch;
      if (this.#events.length > 0) continue;
      if (this.#closed) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
    }
  }

  #join(event: AgentEvent): boolean {
    const at = this.#events.length - 1;
    const last = this.#events[at];
    if ((event.type === 'text' || event.type === 'thinking') && last?.type === event.type) {
      this.#events[at] = { type: event.type, text: last.text + event.text };
      return true;
    }
    if (event.type === 'tool_progress' && last?.type === 'tool_progress' && last.id === event.id) {
      this.#events[at] = event;
      return true;
    }
    return false;
  }
}
