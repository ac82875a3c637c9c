import { isObject } from '@loadout/core';

/** The counts in the terms of the contract: cached input stands beside the input. `undefined` if there are none. */
export function chatUsage(reported: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!isObject(reported)) return undefined;
  const { prompt_tokens: input, completion_tokens: output, prompt_cache_hit_tokens: hits } = reported;
  const prompt = isObject(reported.prompt_tokens_details) ? reported.prompt_tokens_details : {};
  const completion = isObject(reported.completion_tokens_details) ? reported.completion_tokens_details : {};
  return countsOf({
    input,
    output,
    read: prompt.cached_tokens ?? hits,
    written: prompt.cache_write_tokens,
    reasoning: completion.reasoning_tokens,
  });
}

/** The counts of one of OpenAI's APIs, where all input stands in one sum. */
export interface SummedCounts {
  readonly input: unknown;
  readonly output: unknown;
  readonly read: unknown;
  readonly written?: unknown;
  readonly reasoning: unknown;
}

export function countsOf({
  input,
  output,
  read,
  written,
  reasoning,
}: SummedCounts): Readonly<Record<string, unknown>> | undefined {
  if (typeof input !== 'number' || typeof output !== 'number') return undefined;
  const [cached, added] = [countOf(read), countOf(written)];
  return {
    input_tokens: input - cached - added,
    output_tokens: output,
    ...(cached === 0 ? {} : { cache_read_input_tokens: cached }),
    ...(added === 0 ? {} : { cache_creation_input_tokens: added }),
    ...(countOf(reasoning) === 0 ? {} : { output_tokens_details: { thinking_tokens: reasoning } }),
  };
}

const countOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
