import type { RunOutcome } from '@loadout/runner';

const WORDS: Record<RunOutcome, string> = {
  success: 'done',
  denied: 'denied',
  error_max_turns: 'limit reached',
  error_limit: 'limit reached',
  error_during_execution: 'failed',
  error_max_structured_output_retries: 'output schema not met',
  error_model: 'model failed',
  blocked: 'blocked',
  stopped: 'stopped',
  deferred: 'deferred',
  interrupted: 'interrupted',
};

/** The outcome of a run, in a word or two. */
export const outcomeWord = (outcome: RunOutcome): string => WORDS[outcome];
