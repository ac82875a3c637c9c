import { isLoadoutError } from '@loadout/core';
import { toolMatcher } from '@loadout/core/run';
import type { RunResult } from '@loadout/sessions';
import type { Exchanges } from '../context/exchange.js';
import type { RunContext } from '../context/run-context.js';
import { asError, type Ending } from '../turn/ending.js';
import type { RunState } from './run-state.js';

type Run = Pick<RunContext, 'clock' | 'session'> & Pick<Exchanges, 'counts' | 'output'>;

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
  return { outcome, text: '', error: asError(error) };
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

type Calls = Pick<RunState, 'calls' | 'counts' | 'parent' | 'spec'>;

/**
 * The ending of a run whose answer came without any work, because each call that would have changed something was denied: nobody may
 * take it for completed work (F21). The calls of its agents do not count: the agent decides what it makes of their answers.
 */
export const withDenials = (run: Calls, ending: Ending): Ending =>
  ending.outcome === 'success' && run.parent === undefined && isAllDenied(run) ? { ...ending, outcome: 'denied' } : ending;

function isAllDenied(run: Calls): boolean {
  const { calls, denials } = run.counts;
  const inputs = new Map(denials.map((denial) => [denial.tool_use_id, denial.tool_input]));
  const mayChange = (name: string, input: unknown) => changes(() => toolCalled(name, run)?.isReadOnly(input));
  const isDenied = ({ name, outcome }: (typeof calls)[number]) =>
    outcome === 'denied' || (outcome === 'refused' && isHidden(name, run));
  return (
    calls.some((call) => isDenied(call) && mayChange(call.name, inputs.get(call.id) ?? {})) &&
    !calls.some(({ name, outcome }) => outcome !== 'denied' && outcome !== 'refused' && mayChange(name, {}))
  );
}

/** A tool that cannot tell for this input counts as changing something. */
function changes(isReadOnly: () => boolean | undefined): boolean {
  try {
    return isReadOnly() !== true;
  } catch {
    return true;
  }
}

/** The tool, also where a deny rule hides it from the model. */
const toolCalled = (name: string, { calls, spec }: Calls) =>
  calls().pool.get(name) ?? spec.poolFor({ allowed: undefined, disallowed: [] }, []).get(name);

/** Whether a deny rule for the whole tool hides it, so that a call of it is refused as unknown. */
const isHidden = (name: string, { calls }: Calls): boolean =>
  calls().pool.get(name) === undefined &&
  calls()
    .permissions()
    .rules.some((rule) => rule.behavior === 'deny' && rule.specifier === undefined && toolMatcher(rule.tool)({ name }));
