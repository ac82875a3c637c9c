import type { RunOutcome } from '@loadout/runner';

/** The exit code for each outcome of a run. Source: CLI-04. */
const OUTCOMES: Record<RunOutcome, number> = {
  success: 0,
  denied: 4,
  error_during_execution: 1,
  error_max_turns: 3,
  error_limit: 3,
  blocked: 4,
  stopped: 4,
  deferred: 4,
  error_max_structured_output_retries: 5,
  error_model: 7,
  interrupted: 130,
};

export const exitCodeOf = (outcome: RunOutcome): number => OUTCOMES[outcome];
