import type { RemoteEvent } from '@loadout/command/runs';
import type { AgentEvent } from '@loadout/runner';

type Numbered = Extract<RemoteEvent<unknown>, { readonly id: number }>['event'];

/**
 * Joins the records of a run with its live events, as one stream in the order of a local run. A message whose text was shown as it
 * streamed is not shown twice. If some of it was missed, the rest is added, or the text is taken back and shown whole.
 */
export class ShownEvents {
  #hasInit = false;
  /** The text of the message under way, as it was shown. */
  #text = '';
  /** The recorded text of the message that comes next. */
  #recorded = '';

  /** Returns the events to show for a live event. */
  live(event: AgentEvent): readonly AgentEvent[] {
    if (event.type === 'init') return this.#init(event);
    if (event.type === 'message_start' || event.type === 'discard') this.#text = '';
    if (event.type === 'text') this.#text += event.text;
    return [event];
  }

  /** Returns the events to show for an event of the records. */
  recorded(event: Numbered): readonly AgentEvent[] {
    if (event.type === 'init') return this.#init(event);
    if (event.type === 'text') {
      this.#recorded += event.text;
      return [];
    }
    if (event.type !== 'message') return [event];
    const [text, shown] = [this.#recorded, this.#text];
    this.#recorded = '';
    this.#text = '';
    if (text.startsWith(shown)) return text === shown ? [event] : [{ type: 'text', text: text.slice(shown.length) }, event];
    return [{ type: 'discard', reason: 'a part of it was missed here.' }, { type: 'text', text }, event];
  }

  /** A run is described once, also if several workers have it in turn. */
  #init(event: AgentEvent): readonly AgentEvent[] {
    const isFirst = !this.#hasInit;
    this.#hasInit = true;
    return isFirst ? [event] : [];
  }
}
