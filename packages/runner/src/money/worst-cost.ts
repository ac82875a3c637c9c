import type { Message, ModelPlan, ModelRequest } from '@loadout/core/model';
import { knownModel } from '@loadout/models';
import { costOf, withoutPictures } from '../report/usage.js';

/** The tokens that the last turn's model counted, which a request of the same conversation need not estimate again. */
export interface MeasuredTokens {
  readonly tokens: number;
  /** The size of `system` and `tools` in the request that was counted, by our estimate. */
  readonly fixed: number;
}

/** The highest plausible cost of a request. */
export interface WorstCost {
  readonly inputUsd: number;
  readonly usdPerOutputToken: number;
  /** The tokens that the answer may have. */
  readonly output: number;
  /** The tokens without which an answer is not worth its request. */
  readonly least: number;
}

/** The output that a request without a limit of its own asks for. `@loadout/model-anthropic` has the same default. */
const ASSUMED_OUTPUT = 16_384;
const LEAST_OUTPUT = 1_024;
/** Another model may count up to so many times the tokens of the model before. */
const OTHER_COUNT = 1.5;

/**
 * Returns the highest plausible cost of a request; `undefined` without a price, or with one that is no price. The whole input
 * counts as written to the cache, since a cache may have expired, or as read from it, if that costs more.
 */
export function worstCost(
  request: ModelRequest,
  { plan, measured }: { readonly plan: ModelPlan; readonly measured: MeasuredTokens | undefined },
): WorstCost | undefined {
  const { price } = plan;
  if (price === undefined) return undefined;
  // A project can write a small window, so it only bounds the guess about another model's count.
  const most = Math.max(plan.contextWindow ?? Number.POSITIVE_INFINITY, inputTokens(request, { measured, otherCount: 1 }));
  const tokens = Math.min(inputTokens(request, { measured, otherCount: OTHER_COUNT }), most);
  const inHour = request.promptCache === '1h' ? { cache_creation: { ephemeral_1h_input_tokens: tokens } } : {};
  const written = { input_tokens: 0, cache_creation_input_tokens: tokens, ...inHour };
  const of = (input: object, output: number) =>
    costOf({ input_tokens: tokens, ...input, output_tokens: output }, price) ?? Number.NaN;
  const plain = of({}, 0);
  const thinking = request.thinking?.type === 'enabled' ? request.thinking.budget_tokens : 0;
  const output = request.maxOutputTokens ?? Math.min(knownModel(plan.id)?.output ?? ASSUMED_OUTPUT, ASSUMED_OUTPUT) + thinking;
  const read = of({ input_tokens: 0, cache_read_input_tokens: tokens }, 0);
  const inputUsd = Math.max(plain, read, request.promptCache === 'off' ? plain : of(written, 0));
  const usdPerOutputToken = (of({}, 1_000_000) - plain) / 1_000_000;
  // A sum with a negative number, or one that is none, would be a credit, or would never be compared.
  if (!(inputUsd >= 0 && usdPerOutputToken >= 0)) return undefined;
  return {
    inputUsd,
    usdPerOutputToken,
    output,
    least: Math.min(output, LEAST_OUTPUT + thinking),
  };
}

function inputTokens(
  request: ModelRequest,
  { measured, otherCount }: { readonly measured: MeasuredTokens | undefined; readonly otherCount: number },
): number {
  const fixed = fixedTokens(request);
  if (measured === undefined) return fixed + messagesTokens(request.messages);
  const last = request.messages.findLastIndex((message) => message.role === 'assistant');
  const maker = request.messages[last]?.origin?.model;
  const known = measured.tokens * (maker === undefined || maker === request.model ? 1 : otherCount);
  const added = messagesTokens(request.messages.slice(last + 1));
  return known + MESSAGE_TOKENS + Math.max(0, fixed - measured.fixed) + added;
}

/** The tokens that a provider adds around each message. The count of an answer does not contain those of its message. */
const MESSAGE_TOKENS = 12;

const messagesTokens = (messages: readonly Message[]): number =>
  messages.reduce((sum, message) => sum + MESSAGE_TOKENS + tokensOf(message.content), 0);

const sizes = new WeakMap<object, number>();

/** Estimates `system` and `tools`, which are the same objects in every turn, once. */
export const fixedTokens = ({ system, tools }: ModelRequest): number => sizeOf(system) + sizeOf(tools);

function sizeOf(part: readonly object[]): number {
  const known = sizes.get(part) ?? tokensOf(part);
  sizes.set(part, known);
  return known;
}

/** A token of English has four characters, a token of code three, and a character of Chinese, which has three bytes, is one. */
const BYTES_PER_TOKEN = 3;
/** The cost of a large picture. */
const PICTURE_TOKENS = 5_000;

/** Estimates the tokens of a text of this size from above. */
export const mostTokens = (bytes: number): number => Math.ceil(bytes / BYTES_PER_TOKEN);

function tokensOf(content: unknown): number {
  const { text, pictures } = withoutPictures(content);
  return mostTokens(Buffer.byteLength(text)) + pictures * PICTURE_TOKENS;
}
