import { isObject } from '@loadout/core';
import type { ModelEvent } from '@loadout/core/model';
import type { Assembler } from '@loadout/node/http';
import { callEvent } from '../answer/call-input.js';
import { Outgoing } from '../answer/outgoing.js';
import type { WireEvent } from '../answer/wire-event.js';
import { countsOf } from '../chat/chat-usage.js';

type Fields = Readonly<Record<string, unknown>>;

const REASONS: Readonly<Record<string, string>> = { max_output_tokens: 'max_tokens', content_filter: 'refusal' };
const TEXT = new Set(['response.output_text.delta', 'response.refusal.delta']);
const THINKING = new Set(['response.reasoning_summary_text.delta', 'response.reasoning_text.delta']);
const ENDS = new Set(['response.completed', 'response.incomplete']);

/** A message out of the events of the Responses API. An item is complete at its own `response.output_item.done`. */
export class ResponsesAssembler implements Assembler<WireEvent, ModelEvent> {
  readonly #outgoing: Outgoing;
  /** The places of the items that have been handed out. */
  readonly #done = new Set<unknown>();
  #open = 0;
  #hasCalls = false;
  #isRefusal = false;
  #shownThinking = false;
  isDone = false;

  constructor(options: { readonly maxChars?: number | undefined }) {
    this.#outgoing = new Outgoing(options);
  }

  get hasBegun(): boolean {
    return this.#outgoing.hasBegun;
  }

  get size(): number {
    return this.#outgoing.size + this.#open;
  }

  take({ type, value }: WireEvent, out: ModelEvent[]): void {
    if (TEXT.has(type)) this.#outgoing.text(asText(value.delta), out);
    else if (THINKING.has(type)) this.#thinking(asText(value.delta), out);
    else if (type.endsWith('.delta')) this.#outgoing.count(asText(value.delta).length);
    else if (type === 'response.output_item.added') this.#open++;
    else if (type === 'response.output_item.done') this.#item(value.item, { key: value.output_index, out });
    else if (type === 'response.created' && isObject(value.response))
      this.#outgoing.begin({ id: value.response.id, model: value.response.model });
    else if (ENDS.has(type)) this.#end(isObject(value.response) ? value.response : {}, out);
  }

  close(_out: ModelEvent[], cause: unknown): void {
    const open = this.#open > this.#done.size ? 'one was open, ' : '';
    this.#outgoing.cut({ open: `${open}no response.completed`, cause });
  }

  #thinking(piece: string, out: ModelEvent[]): void {
    this.#shownThinking ||= piece !== '';
    this.#outgoing.thinking(piece, out);
  }

  #item(item: unknown, { key, out }: { readonly key: unknown; readonly out: ModelEvent[] }): void {
    const place = typeof key === 'number' ? key : this.#done.size;
    if (!isObject(item) || this.#done.has(place)) return;
    this.#done.add(place);
    if (item.type === 'message') this.#message(item, out);
    else if (item.type === 'reasoning') this.#reasoning(item, out);
    else if (item.type === 'function_call') this.#call(item, out);
    else this.#outgoing.emit({ type: 'block', block: { type: 'server_item', providerState: { item: withoutId(item) } } }, out);
  }

  #message(item: Fields, out: ModelEvent[]): void {
    const parts = listOf(item.content).filter(isObject);
    this.#isRefusal ||= parts.some((part) => part.type === 'refusal');
    const whole = parts.map((part) => asText(part.text) + asText(part.refusal)).join('');
    // The phase of a message, such as a comment before calls, goes back with it.
    const state = item.phase === undefined || item.phase === null ? {} : { providerState: { phase: item.phase } };
    this.#outgoing.closeText(out, { whole, ...state });
  }

  /** The summary is shown; the encrypted content goes back to the same model. Without either, the item says nothing. */
  #reasoning(item: Fields, out: ModelEvent[]): void {
    const parts = [...listOf(item.summary), ...listOf(item.content)].filter(isObject);
    const thinking = parts.map((part) => asText(part.text)).join('\n\n');
    if (!this.#shownThinking) this.#outgoing.thinking(thinking, out);
    this.#shownThinking = false;
    const isSealed = asText(item.encrypted_content) !== '';
    const state = isSealed ? { providerState: { item: withoutId(item) } } : {};
    if (thinking !== '' || isSealed) this.#outgoing.emit({ type: 'block', block: { type: 'thinking', thinking, ...state } }, out);
  }

  #call(item: Fields, out: ModelEvent[]): void {
    this.#hasCalls = true;
    this.#outgoing.emit(callEvent({ name: asText(item.name), json: asText(item.arguments) }), out);
  }

  #end(response: Fields, out: ModelEvent[]): void {
    if (this.isDone) return;
    // A server that does not stream its items has them here alone.
    for (const [index, item] of listOf(response.output).entries()) this.#item(item, { key: index, out });
    this.isDone = true;
    const details = isObject(response.incomplete_details) ? response.incomplete_details : {};
    const byBlocks = this.#hasCalls ? 'tool_use' : this.#isRefusal ? 'refusal' : 'end_turn';
    this.#outgoing.end({ stopReason: REASONS[asText(details.reason)] ?? byBlocks, usage: usageOf(response.usage) }, out);
  }
}

function usageOf(usage: unknown): unknown {
  if (!isObject(usage)) return undefined;
  const { input_tokens: input, output_tokens: output, input_tokens_details: inside, output_tokens_details: details } = usage;
  const read = isObject(inside) ? inside.cached_tokens : 0;
  return countsOf({ input, output, read, reasoning: isObject(details) ? details.reasoning_tokens : 0 });
}

/** The item as it goes back: with `store: false` the server keeps no items, so it knows no id and no status. */
function withoutId({ id: _, status: __, ...item }: Fields): Fields {
  return item;
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
