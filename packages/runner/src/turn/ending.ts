import type { RunOutcome, RunResult } from '@loadout/sessions';
import type { Exchanges } from '../context/exchange.js';
import { errors } from '../report/errors.js';

type Run = Pick<Exchanges, 'counts' | 'signal'>;

/** The ending of the loop. `error` is the reason if the loop failed. */
export interface Ending {
  readonly outcome: RunOutcome;
  readonly text: string;
  readonly stopReason?: string | undefined;
  readonly error?: Error | undefined;
  readonly deferredCall?: RunResult['deferredCall'];
  /** The reason for SessionEnd hooks, if it is another than the outcome. */
  readonly reason?: string | undefined;
}

export function interrupted(run: Run, text: string): Ending {
  const reason: unknown = run.signal.reason;
  if (reason instanceof Error && 'code' in reason && reason.code === 'LIMIT_REACHED')
    return { outcome: 'error_limit', text, error: reason };
  return { outcome: 'interrupted', text, error: errors.RUN_INTERRUPTED({}) };
}

export function outputNotMet(run: Run, text: string): Ending {
  return {
    outcome: 'error_max_structured_output_retries',
    text,
    error: errors.OUTPUT_NOT_MET({ tries: run.counts.outputTries }),
  };
}

/** Makes an error of a fault of Loadout or the host. The history is whole, and the run ends with the error (LAW-05). */
export const asError = (fault: unknown) => (fault instanceof Error ? fault : new Error(String(fault)));
