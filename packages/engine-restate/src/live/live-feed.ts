import { messageOf } from '@loadout/core';
import { type AgentEvent, holdingSecrets, type Redact, redactor, redactValue, type Secrets } from '@loadout/runner';
import type { SessionRecord } from '@loadout/sessions';
import type { LiveItem } from './live-item.js';
import { MessageUnderWay } from './message-under-way.js';

/** A listener, as a feed sees it. Contract: returns at once. A listener that throws is removed. */
export interface LiveListener {
  /** Sends an event, or drops it for a listener that is slow. */
  event(line: string): void;
  /** Sends records, or only their number to a listener that is slow. */
  records(line: string, upTo: number): void;
  end(): void;
}

/** Events that the listener makes of the records. */
const ON_RECORD: ReadonlySet<string> = new Set<AgentEvent['type']>([
  'prompt',
  'message',
  'permitted',
  'tool_result',
  'compact',
  'result',
]);

/** The most events and listeners that wait behind records. Later events are dropped: they are for those who listen now. */
const MOST_WAITING = 10_000;

/** Something for the listeners, in the order in which it happened. */
type Waiting = { readonly record: SessionRecord } | { readonly event: AgentEvent } | { readonly listener: LiveListener };

/**
 * The live events of one round, for any number of listeners. Records are sent when the engine has confirmed them, so a listener
 * never sees a record that is lost with its worker. Events that have no record are sent at once, or after the records before them
 * (decision 0070).
 */
export class LiveFeed {
  readonly #listeners = new Set<LiveListener>();
  readonly #underWay = new MessageUnderWay();
  readonly #onClose: () => void;
  /** The number of records that the engine has. */
  #count: number;
  /** Begins with a record that the engine does not have yet. */
  readonly #waiting: Waiting[] = [];
  #hold: (event: AgentEvent) => readonly AgentEvent[] = (event) => [event];
  #redact: Redact | undefined;
  /** Whether a piece of text may be held back. Most events come when none is. */
  #isHolding = false;
  #isClosed = false;

  constructor({ count, onClose }: { readonly count: number; readonly onClose: () => void }) {
    this.#count = count;
    this.#onClose = onClose;
  }

  /** Hides these secrets in all events, also a secret that comes in pieces. */
  hide(secrets: Secrets): void {
    this.#redact = redactor(secrets);
    this.#hold = holdingSecrets({ secrets, redact: this.#redact });
  }

  event(event: AgentEvent): void {
    if (event.type === 'raw' || this.#isClosed) return;
    if (this.#waiting.length === 0) this.#tellEvent(event);
    else if (this.#waiting.length < MOST_WAITING) this.#waiting.push({ event });
  }

  /** Keeps a record of the run's own session until the engine has confirmed it. */
  record(record: SessionRecord): void {
    if (!this.#isClosed) this.#waiting.push({ record });
  }

  /** Reports that the engine has so many more of the records. */
  confirm(count: number): void {
    const records: SessionRecord[] = [];
    let passed = 0;
    let left = count;
    for (const next of this.#waiting) {
      if ('record' in next) {
        if (left === 0) break;
        left -= 1;
        records.push(next.record);
      } else {
        this.#tellRecords(records.splice(0));
        if ('event' in next) this.#tellEvent(next.event);
        else this.#add(next.listener);
      }
      passed += 1;
    }
    this.#tellRecords(records);
    this.#waiting.splice(0, passed);
  }

  /** Adds a listener, which first gets the message and the calls under way. Returns a function that removes it. */
  listen(listener: LiveListener): () => void {
    if (this.#waiting.length === 0) this.#add(listener);
    else this.#waiting.push({ listener });
    return () => this.#remove(listener);
  }

  /** Ends all listeners: the round has ended, or another worker has it. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const next of this.#waiting.splice(0)) if ('listener' in next) this.#listeners.add(next.listener);
    this.#tell((listener) => listener.end());
    this.#listeners.clear();
    this.#onClose();
  }

  #tellEvent(event: AgentEvent): void {
    const isText = event.type === 'text' || event.type === 'thinking';
    const events = isText || this.#isHolding ? this.#hold(event) : [event];
    this.#isHolding = isText;
    for (const one of events) {
      this.#underWay.add(one);
      if (this.#listeners.size === 0 || ON_RECORD.has(one.type)) continue;
      const line = lineOf(one, this.#redact);
      this.#tell((listener) => listener.event(line));
    }
  }

  #tellRecords(records: readonly SessionRecord[]): void {
    const from = this.#count;
    this.#count += records.length;
    if (records.length === 0 || this.#listeners.size === 0) return;
    const line = `${JSON.stringify({ from, records } satisfies LiveItem)}\n`;
    this.#tell((listener) => listener.records(line, this.#count));
  }

  #add(listener: LiveListener): void {
    this.#listeners.add(listener);
    this.#tellOne(listener, () => {
      listener.records(upTo(this.#count), this.#count);
      for (const event of this.#underWay.events()) listener.event(lineOf(event, this.#redact));
    });
  }

  #remove(listener: LiveListener): void {
    this.#listeners.delete(listener);
    const at = this.#waiting.findIndex((one) => 'listener' in one && one.listener === listener);
    if (at !== -1) this.#waiting.splice(at, 1);
  }

  #tell(say: (listener: LiveListener) => void): void {
    for (const listener of this.#listeners) this.#tellOne(listener, () => say(listener));
  }

  /** No listener may end the run. */
  #tellOne(listener: LiveListener, say: () => void): void {
    try {
      say();
    } catch {
      this.#listeners.delete(listener);
    }
  }
}

export const upTo = (count: number): string => `${JSON.stringify({ upTo: count } satisfies LiveItem)}\n`;

/** Writes an event as a line. An event that cannot be written as text, such as one with endless nesting, is reported by its name. */
function lineOf(event: AgentEvent, redact: Redact | undefined): string {
  const lineWith = (live: AgentEvent) => `${JSON.stringify({ live } satisfies LiveItem)}\n`;
  try {
    return lineWith(redactValue(event, redact));
  } catch (error) {
    return lineWith({ type: 'notice', message: `An event (${event.type}) cannot be sent: ${messageOf(error)}` });
  }
}
