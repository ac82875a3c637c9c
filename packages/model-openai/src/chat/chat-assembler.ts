import { isObject } from '@loadout/core';
import type { ModelEvent } from '@loadout/core/model';
import type { Assembler } from '@loadout/node/http';
import { callEvent } from '../answer/call-input.js';
import { Outgoing } from '../answer/outgoing.js';
import { DONE, type WireEvent } from '../answer/wire-event.js';
import { CallList } from './call-list.js';
import { chatUsage } from './chat-usage.js';
import { Thought } from './thought.js';

type Fields = Readonly<Record<string, unknown>>;

/** The stop reasons that blocks do not decide. */
const REASONS: Readonly<Record<string, string>> = { length: 'max_tokens', content_filter: 'refusal' };

/** A message out of the chunks of Chat Completions. */
export class ChatAssembler implements Assembler<WireEvent, ModelEvent> {
  readonly #outgoing: Outgoing;
  readonly #list = new CallList();
  readonly #thought = new Thought();
  /** The number of calls that have gone out. */
  #handedOut = 0;
  #usage: Fields | undefined;
  #finish: string | undefined;
  #isRefusal = false;
  #isSigned = false;
  isDone = false;

  constructor(options: { readonly maxChars?: number | undefined }) {
    this.#outgoing = new Outgoing(options);
  }

  get hasBegun(): boolean {
    return this.#outgoing.hasBegun;
  }

  get size(): number {
    return this.#outgoing.size;
  }

  get awaitsCounts(): boolean {
    return this.#isSigned && !this.isDone;
  }

  take(event: WireEvent, out: ModelEvent[]): void {
    if (event === DONE) this.#sign();
    else this.#chunk(event.value, out);
    if (this.#isSigned && this.#usage !== undefined) this.#end(out);
  }

  #chunk(value: Fields, out: ModelEvent[]): void {
    this.#usage = chatUsage(value.usage) ?? this.#usage;
    if (typeof value.id === 'string' && value.id !== '') this.#outgoing.begin({ id: value.id, model: value.model });
    const choices: unknown = value.choices;
    const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
    if (isObject(choice)) this.#choice(choice, out);
  }

  /** The server said that nothing follows. */
  #sign(): void {
    if (this.#finish === undefined) this.#cut(undefined);
    this.#isSigned = true;
  }

  close(out: ModelEvent[], cause: unknown): void {
    if (this.#finish === undefined) this.#cut(cause);
    else this.#end(out);
  }

  #choice(choice: Fields, out: ModelEvent[]): void {
    // Some servers send the whole message in the place of the last delta.
    const delta = isObject(choice.delta) ? choice.delta : choice.message;
    if (isObject(delta) && this.#finish === undefined) this.#delta(delta, out);
    if (typeof choice.finish_reason !== 'string' || choice.finish_reason === '') return;
    this.#finish = choice.finish_reason;
    this.#closeAll(out);
  }

  #delta(delta: Fields, out: ModelEvent[]): void {
    const thinking = this.#thought.add(delta);
    this.#outgoing.count(this.#thought.charsOf(delta));
    if (thinking !== '') {
      this.#outgoing.closeText(out);
      this.#outgoing.thinking(thinking, out);
    }
    const text = textOf(delta.content) + textOf(delta.refusal);
    this.#isRefusal ||= textOf(delta.refusal) !== '';
    if (text !== '') {
      this.#closeThought(out);
      this.#outgoing.text(text, out);
    }
    if (!Array.isArray(delta.tool_calls) || delta.tool_calls.length === 0) return;
    this.#closeThought(out);
    this.#outgoing.closeText(out);
    this.#outgoing.count(this.#list.add(delta.tool_calls));
    this.#handOut(this.#list.calls.length - 1, out);
  }

  /** Hands out calls before `end` in their order, as far as they are complete: a later one has begun, so nothing more comes for them. */
  #handOut(end: number, out: ModelEvent[]): void {
    for (; this.#handedOut < end; this.#handedOut++) {
      const call = this.#list.calls[this.#handedOut];
      if (call === undefined || (!call.isComplete && this.#finish === undefined)) return;
      const { name, json, extra } = call;
      const providerState = Object.keys(extra).length === 0 ? undefined : { extra };
      this.#outgoing.emit(callEvent({ name, json, providerState }), out);
    }
  }

  #closeThought(out: ModelEvent[]): void {
    if (!this.#thought.isEmpty) this.#outgoing.emit(this.#thought.close(), out);
  }

  #closeAll(out: ModelEvent[]): void {
    this.#closeThought(out);
    this.#outgoing.closeText(out);
    this.#handOut(this.#list.calls.length, out);
  }

  /** The blocks decide about calls, not the reason: some servers say `stop` behind calls, or `tool_calls` without one. */
  #end(out: ModelEvent[]): void {
    if (this.isDone) return;
    this.isDone = true;
    const byBlocks = this.#list.calls.length > 0 ? 'tool_use' : this.#isRefusal ? 'refusal' : 'end_turn';
    this.#outgoing.end({ stopReason: REASONS[this.#finish ?? ''] ?? byBlocks, usage: this.#usage }, out);
  }

  #cut(cause: unknown): never {
    const open = this.#handedOut < this.#list.calls.length ? 'a call was open, ' : '';
    return this.#outgoing.cut({ open: `${open}no finish_reason`, cause });
  }
}

/** A text, also as a list of parts. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part) => (isObject(part) && part.type === 'text' && typeof part.text === 'string' ? part.text : ''))
    .join('');
}
