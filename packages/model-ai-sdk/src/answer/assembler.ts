import { randomUUID } from 'node:crypto';
import type { Block, ModelEvent, StopReason } from '@loadout/core/model';
import { errors } from '../errors.js';
import type { ProviderData, StreamPart } from '../model/language-model.js';
import { ownedBlock } from './owned-block.js';
import { toolBlock } from './tool-block.js';
import { usageOf } from './usage.js';

interface Open {
  readonly type: 'text' | 'thinking';
  text: string;
  state: ProviderData | undefined;
}

/**
 * Makes a message out of the parts of a stream. `start` is kept back until there is something to show, so that an answer that fails
 * before can be asked for again. Source: LOOP-02.
 */
export class Assembler {
  readonly #name: string;
  readonly #maxChars: number;
  #start: ModelEvent | undefined;
  readonly #open = new Map<string, Open>();
  #chars = 0;
  #blocks = 0;
  #calls = 0;
  /** Something of it has gone out. */
  hasBegun = false;
  /** True once the message is complete. */
  done = false;

  constructor({
    name,
    model,
    maxChars,
  }: { readonly name: string; readonly model: string; readonly maxChars?: number | undefined }) {
    this.#name = name;
    this.#maxChars = maxChars ?? Number.POSITIVE_INFINITY;
    this.#start = { type: 'start', id: `msg_${randomUUID()}`, model };
  }

  /** Adds the events of a part to `out`. */
  take(part: StreamPart, out: ModelEvent[]): void {
    const [kind = '', step] = part.type.split(/-(start|delta|end)$/);
    if (kind === 'text' || kind === 'reasoning') this.#text(part, { kind: kind === 'text' ? 'text' : 'thinking', step, out });
    else if (part.type === 'tool-input-delta') this.#count(String(part.delta ?? ''));
    else if (part.type === 'tool-call') this.#call(part, out);
    else if (part.type === 'response-metadata') this.#metadata(part);
    else if (part.type === 'finish') this.#finish(part, out);
    else if (part.type === 'tool-approval-request') throw errors.AI_SDK_APPROVAL({ name: this.#name });
    else this.#whole(ownedBlock(part), out);
  }

  /** The stream is over too early. */
  cut(cause: unknown): never {
    const blocks = `${this.#blocks} complete block${this.#blocks === 1 ? '' : 's'}`;
    const open = this.#open.size > 0 ? ', one was open' : '';
    throw errors.MODEL_STREAM_CUT({ seen: `${blocks}${open}, no reason for its end` }, { cause });
  }

  #text(part: StreamPart, { kind, step, out }: { kind: Open['type']; step: string | undefined; out: ModelEvent[] }): void {
    const key = `${kind} ${part.id}`;
    const open = this.#open.get(key) ?? { type: kind, text: '', state: undefined };
    this.#open.set(key, open);
    open.state = mergedState(open.state, part.providerMetadata);
    if (step === 'delta' && part.delta !== undefined && part.delta !== '') {
      open.text += part.delta;
      this.#count(part.delta);
      this.#emit({ type: kind, text: part.delta }, out);
    }
    if (step !== 'end') return;
    this.#open.delete(key);
    this.#block(closed(open), out);
  }

  #call(part: StreamPart, out: ModelEvent[]): void {
    this.#closeOpen(out);
    const { block, malformed } = toolBlock(part);
    if (block.type === 'tool_use') this.#calls += 1;
    this.#blocks += 1;
    this.#emit({ type: 'block', block, ...(malformed === undefined ? {} : { malformed }) }, out);
  }

  #whole(block: Block | undefined, out: ModelEvent[]): void {
    if (block === undefined) return;
    this.#closeOpen(out);
    this.#block(block, out);
  }

  /** Some providers end a text only with the message. What began before a call stands before it in the message. */
  #closeOpen(out: ModelEvent[]): void {
    for (const [key, open] of this.#open) {
      this.#open.delete(key);
      this.#block(closed(open), out);
    }
  }

  #block(block: Block | undefined, out: ModelEvent[]): void {
    if (block === undefined) return;
    this.#blocks += 1;
    this.#emit({ type: 'block', block }, out);
  }

  #metadata({ id, modelId }: StreamPart): void {
    if (this.#start?.type !== 'start') return;
    this.#start = { ...this.#start, ...(id ? { id } : {}), ...(typeof modelId === 'string' ? { model: modelId } : {}) };
  }

  #count(text: string): void {
    this.#chars += text.length;
    if (this.#chars > this.#maxChars) throw errors.MODEL_ANSWER_TOO_LONG({ chars: this.#maxChars });
  }

  #finish({ finishReason, usage }: StreamPart, out: ModelEvent[]): void {
    const { unified, raw } = (finishReason ?? {}) as { readonly unified?: string; readonly raw?: string };
    // A provider whose stream has ended without a reason says so with no raw reason.
    if (unified === 'interrupted' || (raw === undefined && (unified === 'other' || unified === undefined))) this.cut(undefined);
    if (unified === 'error') throw errors.MODEL_SERVER_ERROR({ name: this.#name, message: raw ?? 'an error', attempts: 1 });
    this.#closeOpen(out);
    this.done = true;
    this.#emit({ type: 'end', stopReason: this.#stopReason(unified), usage: usageOf(usage) }, out);
  }

  /** By the blocks: some servers say `stop` behind a call, or `tool-calls` without one. */
  #stopReason(unified: string | undefined): StopReason {
    if (unified === 'length') return 'max_tokens';
    if (unified === 'content-filter') return 'refusal';
    return this.#calls > 0 ? 'tool_use' : 'end_turn';
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

/** The metadata of the end has what that of the beginning lacks: an id comes first, what is encrypted comes last. */
function mergedState(old: ProviderData | undefined, added: ProviderData | undefined): ProviderData | undefined {
  if (added === undefined || old === undefined) return added ?? old;
  const keys = [...new Set([...Object.keys(old), ...Object.keys(added)])];
  return Object.fromEntries(keys.map((key) => [key, { ...old[key], ...added[key] }]));
}

/** An empty text with data of its provider goes back to the provider alone: no other takes an empty text. */
function closed({ type, text, state }: Open): Block | undefined {
  const kept = state === undefined ? {} : { providerState: state };
  if (type === 'thinking') return text === '' && state === undefined ? undefined : { type, thinking: text, ...kept };
  // A text of white space alone is refused by other models, for as long as the conversation lasts.
  if (text.trim() !== '') return { type, text, ...kept };
  return state === undefined ? undefined : { type: 'ai_sdk', part: { type: 'text', text, providerOptions: state } };
}
