import { type Message, tokensOfChars } from '@loadout/core/model';
import type { CompactionPlan } from '@loadout/core/run';
import type { RunContext } from '../context/run-context.js';
import type { Asking } from '../model/asking.js';
import { withoutPictures } from '../report/usage.js';

/** Tokens that are kept free for the answer. Source: COMPACT-01. */
const OUTPUT_RESERVE = 20_000;
const AT = 0.8;
/** The newest messages are kept unchanged, within these two numbers of tokens. Source: COMPACT-04. */
const KEEP_TOKENS = 10_000;
const KEEP_AT_MOST = 40_000;

interface Thresholds {
  /** Tokens at which compaction starts. If the model's window is unknown, only the provider's refusal starts compaction. */
  readonly trigger: number | undefined;
  readonly keep: { readonly atLeast: number; readonly atMost: number };
}

/**
 * Returns the thresholds of a window. In a small window the reserve is a quarter of the window, and kept messages are at most
 * half of the trigger: otherwise the next turn would trigger again.
 */
export function thresholdsOf(plan: CompactionPlan | undefined, contextWindow: number | undefined): Thresholds {
  const trigger =
    contextWindow === undefined
      ? undefined
      : Math.round((plan?.at ?? AT) * (contextWindow - Math.min(OUTPUT_RESERVE, contextWindow / 4)));
  const wished = plan?.keepTokens ?? KEEP_TOKENS;
  const atMost = Math.min(Math.max(KEEP_AT_MOST, wished), (trigger ?? Number.POSITIVE_INFINITY) / 2);
  return { trigger, keep: { atLeast: Math.min(wished, atMost), atMost } };
}

/** Returns the size of a conversation that has come to its trigger; `undefined` for a shorter one. Source: COMPACT-01. */
export function fullConversation({ spec, session, model }: Pick<RunContext, 'spec' | 'session'> & Pick<Asking, 'model'>) {
  const { trigger, keep } = thresholdsOf(spec.agent.compaction, model.plan.contextWindow);
  const { contextTokens, messages } = session;
  const last = messages.at(-1);
  // A message that the model itself continues (pause_turn) must stay the last one.
  if (trigger === undefined || contextTokens === 0 || last?.role !== 'user') return undefined;
  const preTokens = contextTokens + Math.round(estimateTokens([last]));
  return preTokens < trigger ? undefined : { preTokens, trigger, keep };
}

/** About the highest cost of a picture. */
const PICTURE_TOKENS = 1600;

export const estimateTokens = (messages: readonly Pick<Message, 'content'>[]): number =>
  messages.reduce((sum, message) => sum + tokensOf(message.content), 0);

function tokensOf(content: unknown): number {
  const { text, pictures } = withoutPictures(content);
  return tokensOfChars(text.length) + pictures * PICTURE_TOKENS;
}
