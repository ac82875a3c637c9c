import type { AgentEvent, SessionRecord } from '@loadout/runner';

/**
 * Notes what a listener has seen of the message under way. Text whose message never gets its record is taken back, and text of a message
 * that the listener has already is left out.
 */
export class Cut {
  #uuid: string | undefined;
  #hasText = false;
  /** The messages and calls that the last look at the engine brought. A worker that was heard meanwhile may tell them again. */
  #known: ReadonlySet<string> = new Set();
  #isKnown = false;

  /** Returns false for an event of a message or a call that is over. */
  live(event: AgentEvent): boolean {
    switch (event.type) {
      case 'message_start':
        this.#uuid = event.uuid;
        this.#hasText = false;
        this.#isKnown = this.#known.has(event.uuid);
        return !this.#isKnown;
      case 'text':
      case 'thinking':
        this.#hasText ||= !this.#isKnown;
        return !this.#isKnown;
      case 'discard':
        this.#hasText = false;
        return !this.#isKnown;
      case 'block':
        return !this.#known.has(event.uuid);
      case 'tool_start':
        return !this.#known.has(event.id);
      default:
        return true;
    }
  }

  recorded(records: readonly SessionRecord[]): void {
    if (records.some((one) => one.t === 'message' && one.uuid === this.#uuid)) this.#hasText = false;
  }

  /** Reports records that came from the engine, before the worker told of them. */
  read(news: readonly SessionRecord[]): void {
    const ids = news.map((one) => (one.t === 'message' ? one.uuid : one.t === 'ended' ? one.id : undefined));
    this.#known = new Set(ids.filter((id) => id !== undefined));
    this.#isKnown = this.#uuid !== undefined && this.#known.has(this.#uuid);
  }

  /** Reports that the worker tells nothing more. Returns the event that takes back the text since the last record. */
  end(): AgentEvent | undefined {
    const isCut = this.#hasText;
    this.#uuid = undefined;
    this.#isKnown = false;
    this.#hasText = false;
    return isCut ? { type: 'discard', reason: 'the connection to the worker has ended.' } : undefined;
  }
}
