import { type ModelEvent, readUsage, type StopReason } from '@loadout/core/model';
import { errors } from '../errors.js';

/**
 * The events of one message on their way out. `start` is kept back until there is something to show, so that a stream that fails
 * before can be asked for again. A text is kept back as long as it is white space: such a block is refused by other APIs.
 */
export class Outgoing {
  readonly #maxChars: number;
  #start: ModelEvent | undefined;
  #chars = 0;
  #text = '';
  #shownText = false;
  blocks = 0;
  hasBegun = false;

  constructor({ maxChars = Number.POSITIVE_INFINITY }: { readonly maxChars?: number | undefined }) {
    this.#maxChars = maxChars;
  }

  /** Grows with each event that adds something to the message. */
  get size(): number {
    return this.#chars + this.blocks + Number(this.hasBegun || this.#start !== undefined);
  }

  /** Notes the beginning of the message. Only the first call counts. */
  begin({ id, model }: { readonly id: unknown; readonly model: unknown }): void {
    if (this.hasBegun || this.#start !== undefined) return;
    this.#start = { type: 'start', id: asText(id) ?? 'unknown', model: asText(model) ?? 'unknown' };
  }

  emit(event: ModelEvent, out: ModelEvent[]): void {
    if (!this.hasBegun) out.push(this.#start ?? { type: 'start', id: 'unknown', model: 'unknown' });
    this.hasBegun = true;
    if (event.type === 'block') this.blocks++;
    out.push(event);
  }

  /** Counts characters, also those that are held back until their block is complete. */
  count(chars: number): void {
    this.#chars += chars;
    if (this.#chars > this.#maxChars) throw errors.MODEL_ANSWER_TOO_LONG({ chars: this.#maxChars });
  }

  /** Shows a piece of text. */
  text(piece: string, out: ModelEvent[]): void {
    this.count(piece.length);
    this.#text += piece;
    if (this.#text.trim() === '') return;
    this.emit({ type: 'text', text: this.#shownText ? piece : this.#text }, out);
    this.#shownText = true;
  }

  thinking(piece: string, out: ModelEvent[]): void {
    this.count(piece.length);
    if (piece !== '') this.emit({ type: 'thinking', text: piece }, out);
  }

  /** Gives the text so far as a block. `whole`: the text as the server repeats it. */
  closeText(
    out: ModelEvent[],
    { whole, providerState }: { readonly whole?: string; readonly providerState?: unknown } = {},
  ): void {
    if (whole?.startsWith(this.#text) === true && whole !== this.#text) this.text(whole.slice(this.#text.length), out);
    const text = whole ?? this.#text;
    this.#text = '';
    this.#shownText = false;
    if (text.trim() === '') return;
    const state = providerState === undefined ? {} : { providerState };
    this.emit({ type: 'block', block: { type: 'text', text, ...state } }, out);
  }

  end({ stopReason, usage }: { readonly stopReason: StopReason; readonly usage: unknown }, out: ModelEvent[]): void {
    this.emit({ type: 'end', stopReason, usage: readUsage(usage) }, out);
  }

  /** The stream is over too early. */
  cut({ open, cause }: { readonly open: string; readonly cause: unknown }): never {
    const seen = `${this.blocks} complete block${this.blocks === 1 ? '' : 's'}, ${open}`;
    throw errors.MODEL_STREAM_CUT({ seen }, { cause });
  }
}

const asText = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
