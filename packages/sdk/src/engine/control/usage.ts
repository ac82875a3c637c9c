import { modelUsage } from '../../frames/usage.js';
import type { GetUsageResult } from '../../types/control.js';
import type { Controlled } from './controlled.js';

/** Returns the cost of the session up to its last result. No account is queried: a key has no plan with limits. */
export async function usageAnswer(engine: Controlled): Promise<GetUsageResult> {
  const { lastResult } = engine;
  const { plan } = await engine.prepared();
  return {
    session: {
      total_cost_usd: lastResult?.costUsd ?? 0,
      total_api_duration_ms: lastResult?.modelMs ?? 0,
      total_duration_ms: lastResult?.durationMs ?? 0,
      // The engine does not record changes of files line by line.
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
