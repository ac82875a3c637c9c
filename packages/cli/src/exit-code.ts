import { isLoadoutError } from '@loadout/core';
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

/** Errors that do not mean a wrong configuration or command line. Nearly every other error that prevents a start does. */
const NOT_CONFIG = new Set(['SESSION_BUSY', 'SESSION_DAMAGED', 'SESSION_STORE', 'FILE_NOT_WRITTEN', 'MCP_LOGIN_FAILED']);

export function exitCodeOfError(error: unknown): number {
  if (!isLoadoutError(error) || NOT_CONFIG.has(error.code)) return 1;
  if (/^(?:TRUST|LOCK)_/.test(error.code)) return 6;
  return error.code.startsWith('MODEL_') && error.code !== 'MODEL_UNKNOWN' ? 7 : 2;
}
