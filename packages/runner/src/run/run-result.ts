import { isLoadoutError } from '@loadout/core';
import type { Exchanges } from '../ground/exchange.js';
import type { Ground } from '../ground/ground.js';
import type { RunResult } from '../report/events.js';
import type { Ending } from '../turn/ending.js';

type Run = Pick<Ground, 'clock' | 'session'> & Pick<Exchanges, 'counts' | 'output'>;

/** Builds the result and records it in the session. The record omits the calls, which have their own records. */
export function recordedResult(run: Run, ending: Ending, started: number): RunResult {
  const durationMs = run.clock.now() - started;
  const result = toResult(run, ending, durationMs);
  const { structuredOutput: _, ...kept } = result;
  const isKnown = run.session.failure !== undefined;
  try {
    run.session.record({ t: 'end', result: { ...kept, calls: [] } });
    return result;
  } catch (error) {
    return isKnown ? result : toResult(run, { ...failed(error), text: ending.text }, durationMs);
  }
}

const USED_UP: ReadonlySet<string> = new Set(['LIMIT_REACHED', 'LIMIT_UNKNOWN', 'BUDGET_REACHED', 'BUDGET_NOT_HELD']);

/** Returns the ending of a run that failed with an error. */
export function failed(error: unknown): Ending {
  const isOurs = isLoadoutError(error);
  if (isOurs && error.code === 'RUN_STOPPED') return { outcome: 'stopped', text: '', error };
  if (isOurs && USED_UP.has(error.code)) return { outcome: 'error_limit', text: '', error };
  const outcome = isOurs && error.code.startsWith('MODEL_') ? 'error_model' : 'error_during_execution';
  return { outcome, text: '', error: error instanceof Error ? error : new Error(String(error)) };
}

function toResult(run: Run, ending: Ending, durationMs: number): RunResult {
  const { counts, session, output } = run;
  const { error } = ending;
  return {
    outcome: ending.outcome,
    sessionId: session.id,
    text: ending.text,
    ...('value' in output ? { structuredOutput: output.value } : {}),
    turns: counts.turns,
    toolCalls: counts.toolCalls,
    calls: counts.calls,
    denials: counts.denials,
    spilled: counts.spilled,
    ...counts.totals,
    durationMs: Math.round(durationMs),
    modelMs: Math.round(counts.modelMs),
    stopReason: ending.stopReason,
    deferredCall: ending.deferredCall,
    error:
      error === undefined
        ? undefined
        : {
            code: isLoadoutError(error) ? error.code : 'INTERNAL',
            message: error.message,
            fix: isLoadoutError(error) ? error.fix : undefined,
            ...(isLoadoutError(error) && error.values !== undefined ? { values: error.values } : {}),
          },
  };
}
