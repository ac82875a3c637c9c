import { modelUsage } from '../../frames/usage.js';
import type { GetUsageResult } from '../../types/control.js';
import type { Controlled } from './controlled.js';

/** What the session cost up to its last result. No account is asked: a key has no plan whose limits could be told. */
export async function usageAnswer(engine: Controlled): Promise<GetUsageResult> {
  const { lastResult } = engine;
  const { plan } = await engine.prepared();
  return {
    session: {
      total_cost_usd: lastResult?.costUsd ?? 0,
      total_api_duration_ms: lastResult?.modelMs ?? 0,
      total_duration_ms: lastResult?.durationMs ?? 0,
      // Who changed a file is not kept by lines.
      total_lines_added: 0,
      total_lines_removed: 0,
      model_usage: modelUsage(lastResult?.models ?? {}, (model) => plan.models[model] ?? {}),
    },
    subscription_type: null,
    rate_limits_available: false,
    rate_limits: null,
    behaviors: null,
  };
}
