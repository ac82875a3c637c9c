import type { HookRound } from '../contract/hook/round.js';
import { messageOf } from '../message-of.js';

/** The longest text of a hook that the model reads whole. Source: HOOK-21. */
const MOST_CHARS = 10_000;
const PREVIEW_CHARS = 2_000;

interface Keeping {
  readonly id: string;
  readonly spill?: ((id: string, text: string) => Promise<string>) | undefined;
}

/** Stores texts of hooks that are too long. The model reads the beginning of the text and the path of the rest. */
export async function withShortTexts(round: HookRound, keeping: Keeping): Promise<HookRound> {
  const { contexts, messages, verdict } = round;
  if (![...contexts, ...messages, verdict?.reason ?? ''].some(isLong)) return round;
  const all = (texts: readonly string[]) => Promise.all(texts.map((text) => shortened(text, keeping)));
  return {
    ...round,
    contexts: await all(contexts),
    messages: await all(messages),
    verdict: verdict === undefined ? undefined : { ...verdict, reason: await shortened(verdict.reason, keeping) },
  };
}

const isLong = (text: string) => text.length > MOST_CHARS;

async function shortened(text: string, { id, spill }: Keeping): Promise<string> {
  if (!isLong(text)) return text;
  const begin = `${text.slice(0, PREVIEW_CHARS)}\n[${text.length - PREVIEW_CHARS} of ${text.length} characters left out`;
  if (spill === undefined) return `${begin}]`;
  try {
    return `${begin}; the whole text is in ${await spill(`hook-${id}`, text)}]`;
  } catch (error) {
    return `${begin}; the whole text could not be saved: ${messageOf(error)}]`;
  }
}
