import type { RunOutcome, RunResult } from '@loadout/runner';
import type { HttpProblem } from './door.js';

/** Outcomes without an answer, with the status of a request that was to be answered. */
const FAILED: Partial<Readonly<Record<RunOutcome, number>>> = {
  error_during_execution: 500,
  error_max_structured_output_retries: 500,
  error_model: 502,
  blocked: 400,
  interrupted: 409,
};

/** The failure of a run. `undefined`: it has an answer, maybe a part of one. */
export function failureOf({ outcome, error }: RunResult): HttpProblem | undefined {
  const status = FAILED[outcome];
  if (status === undefined) return undefined;
  const { code = 'RUN_FAILED', message = `The run ended with ${outcome}.`, fix } = error ?? {};
  return { status, code, message, fix };
}
