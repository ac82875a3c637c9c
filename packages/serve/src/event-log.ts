import { Waiters } from '@loadout/node';

/** The number of events of one run that are kept for late readers. Older events are dropped. */
const MOST_EVENTS = 20_000;

export interface LoggedEvent {
  /** A number that counts from 1. Absent for an event that is told once, to those who read then. */
  readonly id?: number;
  readonly json: string;
}

/** The events of a run as a reader gets them. */
export interface RunEvents {
  /** Yields the events behind a number, then each new event, up to the last one or the abort. */
  after(id: number, signal: AbortSignal): AsyncIterable<LoggedEvent>;
}

/** The events of a run, for any number of readers, each at its own pace. */
export class EventLog implements RunEvents {
  #events: Required<LoggedEvent>[] = [];
  #count = 0;
  #isClosed = false;
  readonly #waiters = new Waiters();

  get count(): number {
    return this.#count;
  }

  add(json: string): void {
    this.#count += 1;
    this.#events.push({ id: this.#count, json });
    // Drops a quarter at once, so that the other events do not move for each new event.
    if (this.#events.length > MOST_EVENTS) this.#events = this.#events.slice(MOST_EVENTS / 4);
    this.#waiters.wake();
  }

  close(): void {
    this.#isClosed = true;
    this.#waiters.wake();
  }

  /** The events behind an id, then new events until the last event or the abort. Dropped events are skipped. */
  async *after(id: number, signal: AbortSignal): AsyncGenerator<Required<LoggedEvent>> {
    let last = id;
    while (!signal.aborted) {
      const [first] = this.#events;
      const next = first === undefined ? undefined : this.#events[Math.max(0, last + 1 - first.id)];
      if (next !== undefined) {
        last = next.id;
        yield next;
      } else if (this.#isClosed) return;
      else await this.#waiters.wait(signal);
    }
  }
}
