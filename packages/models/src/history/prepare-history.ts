import { MESSAGES_API, type Message, type ModelCapabilities } from '@loadout/core/model';
import { isSameModel } from '../same-model.js';
import { fittingBlocks } from './fitting-blocks.js';
import { foreignBlocks, type HistoryLoss } from './foreign-blocks.js';

/** The model that a conversation is sent to. */
export interface HistoryTarget {
  readonly api: string;
  readonly model: string;
  readonly capabilities?: ModelCapabilities | undefined;
  /** Whether the model's provider takes results that refer to tools. Default: as the Messages API does. */
  readonly knowsReferences?: boolean | undefined;
}

export interface HistoryRules {
  /** Called for each message with the kinds of content that do not go to the model as they were made. */
  readonly tell?: ((message: Message, losses: ReadonlySet<HistoryLoss>) => void) | undefined;
  /** Messages whose opaque blocks their own maker has refused. They count as another model's. */
  readonly refused?: { has(message: Message): boolean } | undefined;
}

/**
 * Returns the conversation as the target accepts it. Messages of the target itself are the same objects, and a conversation that
 * needs no change is the same array. Everything else becomes plain text and plain calls, or is left out. Contract: pure; a
 * conversation that is valid stays valid. Source: MODEL-03.
 */
export const prepareHistory = (
  messages: readonly Message[],
  target: HistoryTarget,
  rules: HistoryRules = {},
): readonly Message[] => new PreparedHistory(target, rules).of(messages);

/** A conversation that grows, prepared for one model. Each message is looked at once. */
export class PreparedHistory {
  readonly #target: HistoryTarget;
  readonly #rules: HistoryRules;
  /** The prepared messages; `undefined` as long as they are the messages themselves. */
  #prepared: Message[] | undefined;
  #source: readonly Message[] = [];
  #looked = 0;
  /** The last message that was looked at, and the number of prepared messages before it. */
  #last: { readonly message: Message; readonly at: number } | undefined;
  #isLoopForeign = false;

  constructor(target: HistoryTarget, rules: HistoryRules = {}) {
    this.#target = target;
    this.#rules = rules;
  }

  /**
   * Whether another model made an answer since the last message of a person. Some models demand that all answers of such a loop
   * begin with their own thinking.
   */
  get isLoopForeign(): boolean {
    return this.#isLoopForeign;
  }

  /** Contract: after the first call, the array has only grown, or its last message was replaced by a longer one. */
  of(messages: readonly Message[]): readonly Message[] {
    this.#source = messages;
    const replaced = this.#last !== undefined && messages[this.#looked - 1] !== this.#last.message;
    if (replaced && this.#last !== undefined) {
      if (this.#prepared !== undefined) this.#prepared.length = this.#last.at;
      this.#looked -= 1;
    }
    for (; this.#looked < messages.length; this.#looked += 1) {
      const message = messages[this.#looked];
      if (message !== undefined) this.#take(message);
    }
    const prepared = this.#prepared ?? messages;
    const last = messages.at(-1);
    // Only the maker of a paused answer can go on from inside of it.
    return last?.role === 'assistant' && !this.#isOwn(last) ? [...prepared, GO_ON] : prepared;
  }

  #take(message: Message): void {
    const isOwn = this.#isOwn(message);
    const before = this.#source[this.#looked - 1];
    const isBetween = message.role === 'assistant' && before?.role === 'assistant' && !(isOwn && this.#isOwn(before));
    const fit = this.#fit(message, isOwn);
    if (message.role === 'assistant') this.#isLoopForeign ||= !isOwn;
    else if (message.content[0]?.type !== 'tool_result') this.#isLoopForeign = false;
    if (this.#prepared === undefined && (fit !== message || isBetween)) this.#prepared = this.#source.slice(0, this.#looked);
    this.#last = { message, at: this.#prepared?.length ?? this.#looked };
    if (isBetween) this.#prepared?.push(GO_ON);
    this.#prepared?.push(fit);
  }

  #fit(message: Message, isOwn: boolean): Message {
    if (isOwn) return message;
    const losses = new Set<HistoryLoss>();
    const tell = (loss: HistoryLoss) => void losses.add(loss);
    const { role } = message;
    const content =
      role === 'user' ? fittingBlocks(message.content, { ...this.#target, tell }) : foreignBlocks(message.content, tell);
    if (losses.size > 0) this.#rules.tell?.(message, losses);
    const isSame = content.length === message.content.length && content.every((block, at) => block === message.content[at]);
    return isSame ? message : Object.freeze({ role, content: Object.freeze(content) });
  }

  /** Whether the opaque blocks of an answer belong to the target. */
  #isOwn(message: Message): boolean {
    if (message.role !== 'assistant' || this.#rules.refused?.has(message) === true) return false;
    const { api, model } = this.#target;
    const { origin } = message;
    return origin === undefined ? api === MESSAGES_API : origin.api === api && isSameModel(api, origin.model, model);
  }
}

const GO_ON: Message = Object.freeze({
  role: 'user',
  content: Object.freeze([Object.freeze({ type: 'text', text: 'Continue.' })]),
});
