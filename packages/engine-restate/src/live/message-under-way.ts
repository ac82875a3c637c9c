import type { AgentEvent } from '@loadout/runner';

/** The most characters of one message that are kept for listeners that come later. */
const MOST_CHARS = 512 * 1024;

type Start = Extract<AgentEvent, { readonly type: 'message_start' }>;
type Piece = Extract<AgentEvent, { readonly type: 'text' | 'thinking' }>;
type CallStart = Extract<AgentEvent, { readonly type: 'tool_start' }>;

/** The events without a record that a listener needs to understand the next ones: the description of the run, its calls, and the message so far. */
export class MessageUnderWay {
  #init: AgentEvent | undefined;
  #start: Start | undefined;
  #pieces: Piece[] = [];
  #chars = 0;
  readonly #calls = new Map<string, CallStart>();

  add(event: AgentEvent): void {
    switch (event.type) {
      case 'init':
        this.#init = event;
        break;
      case 'message_start':
        this.#clear();
        this.#start = event;
        break;
      case 'text':
      case 'thinking':
        this.#chars += event.text.length;
        // A message with a gap would be worse than none.
        if (this.#chars > MOST_CHARS) this.#pieces = [];
        else this.#pieces.push(event);
        break;
      case 'message':
      case 'discard':
        this.#clear();
        break;
      case 'tool_start':
        this.#calls.set(event.id, event);
        break;
      case 'tool_result':
        this.#calls.delete(event.id);
    }
  }

  /** Returns the events so far, with the pieces of text joined. */
  events(): readonly AgentEvent[] {
    const texts: Piece[] = [];
    for (const { type, text } of this.#pieces) {
      const last = texts.at(-1);
      if (last?.type === type) texts[texts.length - 1] = { type, text: last.text + text };
      else texts.push({ type, text });
    }
    return [this.#init, ...this.#calls.values(), this.#start, ...texts].filter((event) => event !== undefined);
  }

  #clear(): void {
    this.#start = undefined;
    this.#pieces = [];
    this.#chars = 0;
  }
}
