import type { Block } from '@loadout/core/model';
import type { AnswerWish, RunState } from './http-runs.js';

/**
 * Reads a message to a run that waits as the answer to the only question that is open. It never approves a call. Empty: it is none.
 */
export function answerInWords(message: string | readonly Block[], { state, asks = [] }: RunState): readonly AnswerWish[] {
  const [ask, ...others] = state === 'waiting' ? asks : [];
  const text = typeof message === 'string' ? message : message.flatMap(textOf).join('\n');
  if (text.trim() === '' || ask?.questions?.length !== 1 || others.length > 0) return [];
  return [{ call: ask.call, behavior: 'allow', texts: [text] }];
}

/** The answer in the fields of a client: `approved`, with a `message`, or `texts`. `undefined`: it is none. */
export function answerIn({ approved, message, texts }: Readonly<Record<string, unknown>>): AnswerWish | undefined {
  if (isTexts(texts)) return { behavior: 'allow', texts };
  if (typeof approved !== 'boolean') return undefined;
  return { behavior: approved ? 'allow' : 'deny', ...(typeof message === 'string' ? { message } : {}) };
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');

const textOf = (block: Block): readonly string[] => (block.type === 'text' ? [String(block.text)] : []);

/** The call of an answer in words to something that is no question. The words may say no, so they must not approve it. */
export const wordsForApproval = (answers: readonly AnswerWish[], { asks = [] }: RunState): string | undefined =>
  asks.find(
    ({ call, questions }) =>
      questions === undefined && answers.some((one) => one.texts !== undefined && (one.call === undefined || one.call === call)),
  )?.call;
