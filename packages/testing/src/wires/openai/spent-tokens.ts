import type { Reply } from '../reply.js';

/** The counts of a reply as OpenAI's APIs count: cached input is part of the input. */
export interface SpentTokens {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  readonly reasoning: number;
}

/** Returns `undefined` for a server that reports no usage. */
export function spentTokens({ usage }: Reply): SpentTokens | undefined {
  if (usage === null) return undefined;
  const { output_tokens_details: details } = usage ?? {};
  const number = (name: string, otherwise: number) => Number(usage?.[name] ?? otherwise);
  const cached = number('cache_read_input_tokens', 0);
  return {
    input: number('input_tokens', 100) + number('cache_creation_input_tokens', 0) + cached,
    cached,
    output: number('output_tokens', 20),
    reasoning: Number((details as { thinking_tokens?: number } | undefined)?.thinking_tokens ?? 0),
  };
}
