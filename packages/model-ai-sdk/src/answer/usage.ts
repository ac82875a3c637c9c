import { readUsage, type Usage } from '@loadout/core/model';
import type { ReportedUsage } from '../model/language-model.js';

/**
 * Our `input_tokens` do not count what was read from the cache or written to it, so `total` is never taken as it is. A figure that
 * the provider does not report is unknown, and then so is the cost.
 */
export function usageOf(reported: unknown): Usage | undefined {
  const { inputTokens: input, outputTokens: output } = (reported ?? {}) as ReportedUsage;
  const cacheRead = input?.cacheRead;
  const cacheWrite = input?.cacheWrite;
  return readUsage({
    input_tokens: input?.noCache ?? without(input?.total, (cacheRead ?? 0) + (cacheWrite ?? 0)),
    output_tokens: output?.total,
    // A provider without a cache reports none of it, or 0.
    ...(cacheRead ? { cache_read_input_tokens: cacheRead } : {}),
    ...(cacheWrite ? { cache_creation_input_tokens: cacheWrite } : {}),
    ...(output?.reasoning ? { output_tokens_details: { thinking_tokens: output.reasoning } } : {}),
  });
}

const without = (total: number | undefined, cached: number): number | undefined =>
  total === undefined ? undefined : total - cached;
