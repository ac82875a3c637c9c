import { isLoadoutError, isObject } from '@loadout/core';
import { type ModelEvent, readUsage } from '@loadout/core/model';
import type { Assembler as AssemblerOf } from '@loadout/node/http';
import { errors } from '../errors.js';
import { addDelta, closeBlock, type Delta, type OpenBlock, openBlock } from './open-block.js';
import { invalid, type WireEvent } from './wire-event.js';

/** The object that an event of a type has. */
const PARTS: Readonly<Record<string, string>> = {
  message_start: 'message',
  content_block_start: 'content_block',
  content_block_delta: 'delta',
};

/**
 * Makes a message out of the events of a stream, block by block. `start` is kept back until there is something to show, so
 * that a stream that fails before can be asked for again. Source: LOOP-02.
 */
export class Assembler implements AssemblerOf<WireEvent, ModelEvent> {
  #start: ModelEvent | undefined;
  #hasStarted = false;
  #usage: Record<string, unknown> = {};
  /** True once the end of the stream reported the length of the answer. The figure at its start covers only the first tokens. */
  #isCounted = false;
  #stopReason: string | undefined;
  readonly #open = new Map<unknown, OpenBlock>();
  #blocks = 0;
  readonly #maxChars: number;
  #chars = 0;
  /** Something of it has gone out. */
  hasBegun = false;
  /** True once the message is complete. */
  isDone = false;

  constructor({ maxChars = Number.POSITIVE_INFINITY }: { readonly maxChars?: number | undefined } = {}) {
    this.#maxChars = maxChars;
  }

  /** Grows with each event that adds something to the message. */
  get size(): number {
    return this.#chars + this.#blocks + Number(this.#hasStarted) + Number(this.#stopReason !== undefined);
  }

  /** Adds the events of a wire event to `out`. Throws MODEL_STREAM_INVALID for an event in the wrong place or without its object. */
  take(event: WireEvent, out: ModelEvent[]): void {
    const part = Object.hasOwn(PARTS, event.type) ? PARTS[event.type] : undefined;
    if (part !== undefined && !isObject(event[part])) throw invalid(`${event.type} has no object ${part}`);
    if (event.type === 'content_block_delta') this.#delta(event, out);
    else if (event.type === 'content_block_start') this.#startBlock(event, out);
    else if (event.type === 'content_block_stop') this.#stopBlock(event, out);
    else if (event.type === 'message_start') this.#startMessage(event);
    else if (event.type === 'message_delta') this.#messageDelta(event);
    else if (event.type === 'message_stop') this.#end(out);
  }

  /**
   * The stream is over. Some gateways leave out the last event: a message whose stop reason and usage have come is complete, and any
   * other is cut off (GAP-D3). An error of our own is that of a frame of AWS.
   */
  close(out: ModelEvent[], cause: unknown): void {
    if (isLoadoutError(cause)) throw cause;
    if (this.#stopReason === undefined || !this.#isCounted || this.#open.size > 0) this.#cut(cause);
    this.#end(out);
  }

  #cut(cause: unknown): never {
    const open = this.#open.size > 0 ? ', one was open' : '';
    throw errors.MODEL_STREAM_CUT(
      { seen: `${this.#blocks} complete block${this.#blocks === 1 ? '' : 's'}${open}, no message_stop` },
      { cause },
    );
  }

  #startMessage({ message }: WireEvent): void {
    const { id, model, usage } = message as { id?: unknown; model?: unknown; usage?: unknown };
    this.#addUsage(usage);
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    this.#start = { type: 'start', id: String(id), model: String(model), usage: readUsage(this.#usage) };
  }

  #startBlock({ index, content_block }: WireEvent, out: ModelEvent[]): void {
    if (this.#open.has(index)) throw invalid(`block ${String(index)} begins twice`);
    const open = openBlock(content_block as object);
    this.#count(JSON.stringify(open.fields));
    this.#open.set(index, open);
    const { type, text } = open.fields;
    if (type === 'text' && typeof text === 'string' && text !== '') this.#emit({ type: 'text', text }, out);
  }

  #delta(event: WireEvent, out: ModelEvent[]): void {
    const open = this.#opened(event);
    const delta = event.delta as Delta;
    if (delta.type === 'text_delta') {
      const text = this.#counted(delta, 'text');
      open.fields.text = String(open.fields.text ?? '') + text;
      this.#emit({ type: 'text', text }, out);
    } else if (delta.type === 'thinking_delta') {
      const text = this.#counted(delta, 'thinking');
      open.fields.thinking = String(open.fields.thinking ?? '') + text;
      this.#emit({ type: 'thinking', text }, out);
    } else if (delta.type === 'input_json_delta') open.json += this.#counted(delta, 'partial_json');
    else {
      this.#count(JSON.stringify(delta));
      addDelta(open, delta);
    }
  }

  #counted(delta: Delta, name: string): string {
    const text = delta[name];
    if (typeof text !== 'string') throw invalid(`the ${name} of a ${delta.type} is not text`);
    this.#count(text);
    return text;
  }

  /** Counts characters, including those that are held back until their block is complete. */
  #count(text: string): void {
    this.#chars += text.length;
    if (this.#chars > this.#maxChars) throw errors.MODEL_ANSWER_TOO_LONG({ chars: this.#maxChars });
  }

  #stopBlock(event: WireEvent, out: ModelEvent[]): void {
    const closed = closeBlock(this.#opened(event));
    this.#open.delete(event.index);
    if (closed === undefined) return;
    this.#blocks++;
    this.#emit({ type: 'block', ...closed }, out);
  }

  #opened({ type, index }: WireEvent): OpenBlock {
    const open = this.#open.get(index);
    if (open === undefined) throw invalid(`${type} for block ${String(index)}, which is not open`);
    return open;
  }

  #messageDelta({ delta, usage }: WireEvent): void {
    const reason = (delta as { stop_reason?: unknown } | undefined)?.stop_reason;
    if (typeof reason === 'string') this.#stopReason = reason;
    this.#addUsage(usage);
    this.#isCounted ||= typeof usage === 'object' && usage !== null && 'output_tokens' in usage;
  }

  /** Adds usage. The figures of `message_delta` are cumulative; missing figures are taken from `message_start`. */
  #addUsage(usage: unknown): void {
    for (const [key, value] of Object.entries((usage as object | undefined) ?? {})) if (value !== null) this.#usage[key] = value;
  }

  #end(out: ModelEvent[]): void {
    if (this.#open.size > 0) this.#cut(undefined);
    if (this.#stopReason === undefined) throw errors.MODEL_STREAM_CUT({ seen: 'it ends without a stop reason' });
    this.isDone = true;
    this.#emit({ type: 'end', stopReason: this.#stopReason, usage: this.#isCounted ? readUsage(this.#usage) : undefined }, out);
  }

  #emit(event: ModelEvent, out: ModelEvent[]): void {
    if (this.#start !== undefined) {
      out.push(this.#start);
      this.#start = undefined;
    }
    this.hasBegun = true;
    out.push(event);
  }
}
