import { messageOf } from '@loadout/core';
import {
  type AgentEvent,
  holdingSecrets,
  type Redact,
  redactor,
  redactValue,
  type Secrets,
  type SessionRecord,
} from '@loadout/runner';
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

/**
 * The live events of one round, for any number of listeners. Events that have no record are sent at once; records are sent when the
 * engine has confirmed them, so a listener never sees a record that is lost with its worker (decision 0070).
 */
export class LiveFeed {
  readonly #listeners = new Set<LiveListener>();
  readonly #underWay = new MessageUnderWay();
  readonly #onClose: () => void;
  /** The number of records that the engine has. */
  #count: number;
  readonly #taken: SessionRecord[] = [];
  #isLast = false;
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

  /** Keeps records of the run's own session until the engine has confirmed them. */
  take(records: readonly SessionRecord[], { isLast }: { readonly isLast: boolean }): void {
    this.#taken.push(...records);
    this.#isLast = isLast;
  }

  /** Reports that the engine has the records that were taken. */
  confirm(): void {
    const records = this.#taken.splice(0);
    const from = this.#count;
    this.#count += records.length;
    if (records.length > 0 && this.#listeners.size > 0) {
      const line = `${JSON.stringify({ from, records } satisfies LiveItem)}\n`;
      this.#tell((listener) => listener.records(line, this.#count));
    }
    if (this.#isLast) this.close();
  }

  /** Adds a listener, which first gets the message and the calls under way. Returns a function that removes it. */
  listen(listener: LiveListener): () => void {
    listener.records(upTo(this.#count), this.#count);
    for (const event of this.#underWay.events()) listener.event(lineOf(event, this.#redact));
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Ends all listeners: the round has ended, or another worker has it. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#tell((listener) => listener.end());
    this.#listeners.clear();
    this.#onClose();
  }

  /** No listener may end the run. */
  #tell(say: (listener: LiveListener) => void): void {
    for (const listener of this.#listeners)
      try {
        say(listener);
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
    return lineWith({ type: 'notice', message: `An event (${event.type}) cannot be told: ${messageOf(error)}` });
  }
}
