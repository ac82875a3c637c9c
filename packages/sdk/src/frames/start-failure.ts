import { isLoadoutError } from '@loadout/core';
import { messageOf, type ResultFrame } from './result.js';
import { tellable } from './tellable.js';
import { NO_USAGE } from './usage.js';

/**
 * The only message of a query that could not begin. It gives programs the reason, and not only the end of a process (LOOP-27).
 */
export const startFailure = (error: unknown): ResultFrame => ({
  type: 'result',
  subtype: 'error_during_execution',
  is_error: true,
  num_turns: 0,
  stop_reason: null,
  duration_ms: 0,
  duration_api_ms: 0,
  total_cost_usd: 0,
  usage: NO_USAGE,
  modelUsage: {},
  permission_denials: [],
  result_index: 0,
  errors: [isLoadoutError(error) && !('problems' in error) ? messageOf(error) : tellable(error)],
});
