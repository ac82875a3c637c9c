import type { TurnUsage } from '../model/trajectory.js';

/** The last turn of an agent, as the provider may have kept it. */
export interface Kept {
  readonly tokens: number;
  readonly model: string;
  readonly at: number | undefined;
}

/** The events since the last turn. */
export interface Since {
  readonly model: string;
  readonly at: number | undefined;
  readonly compacted: boolean;
}

/** The time for which providers keep a prompt at least. */
const KEPT_MS = 5 * 60_000;
/** Fewer tokens are no loss: providers keep prompts in steps, and short ones not at all. */
const WORTH_TELLING = 1_024;

/** The reason for which a turn read less from the cache than the one before had kept; `undefined`: it did not read less. */
export function cacheBreak(kept: Kept | undefined, { cacheRead }: TurnUsage, since: Since): string | undefined {
  if (kept === undefined || kept.tokens - cacheRead < WORTH_TELLING) return undefined;
  const lost = `${kept.tokens - cacheRead} of ${kept.tokens} kept tokens were sent again`;
  return `${lost}: ${reasonOf(kept, since)}`;
}

function reasonOf(kept: Kept, { model, at, compacted }: Since): string {
  if (compacted) return 'the conversation was compacted';
  if (model !== kept.model) return `the model changed from ${kept.model} to ${model}`;
  if (at !== undefined && kept.at !== undefined && at - kept.at > KEPT_MS)
    return `${Math.round((at - kept.at) / 60_000)} minutes had passed`;
  return 'the record does not say why';
}
