import { dirname } from 'node:path';
import { isLoadoutError, messageOf, runHooks } from '@loadout/core';
import { type Begun, beginRun } from './begin-run.js';
import { type Asked, converse } from './converse.js';
import { errors } from './errors.js';
import type { RunResult } from './events.js';
import { tellStopFailure } from './hooks/stop-failure.js';
import type { FullState } from './run-setup.js';
import { cleanSessions } from './session/clean-sessions.js';
import { type Ending, interrupted } from './turn/run-loop.js';
import type { RunState } from './turn/run-state.js';
import { settleModel } from './turn/switch-model.js';

/** A run from its first hook to its last; the result is what it came to. Never rejects. */
export async function conduct(run: FullState, asked: Asked): Promise<RunResult> {
  const started = run.calls.clock.now();
  const ending = await answer(run, asked, () => {
    recordPrompt(run, asked);
    return beginRun(run);
  });
  return endRun(run, ending, started);
}

/** One prompt of a conversation that goes on afterwards. Never rejects. */
export async function exchange(
  run: FullState,
  { begun, ...asked }: Asked & { readonly begun?: Begun | undefined },
): Promise<RunResult> {
  const started = run.calls.clock.now();
  const ending = await answer(run, asked, async () => {
    // A model that was chosen between two prompts answers the next one; a model that was gone is tried again.
    run.model.comeBack();
    await settleModel(run);
    return begun ?? NOTHING_BEGUN;
  });
  run.skills.end();
  if (ending.outcome === 'error_model') await attempt(run, () => tellStopFailure(run, ending.error));
  const result = recordedResult(run, ending, started);
  run.emit({ type: 'result', result });
  return result;
}

/** Before a server is started or a hook is asked: a process that is killed meanwhile has not lost the prompt. */
function recordPrompt({ session, parent, exchange: { id } }: FullState, { prompt, isVerbatim }: Asked): void {
  if (prompt === undefined || parent !== undefined) return;
  session.record({ t: 'asked', uuid: id, prompt, ...(isVerbatim === true ? { isVerbatim } : {}) });
}

const NOTHING_BEGUN: Begun = { contexts: [], messages: [] };

async function answer(run: FullState, asked: Asked, begin: () => Promise<Begun>): Promise<Ending> {
  const { time } = run.spec.limits;
  const { controller } = run.exchange;
  const cancelTimer =
    time === undefined
      ? () => {}
      : run.calls.clock.after(time * 1000, () => controller.abort(errors.LIMIT_REACHED({ limit: 'seconds', value: time })));
  try {
    const ending = await converse(run, asked, await begin());
    return run.session.failure === undefined ? ending : failed(run.session.failure);
  } catch (error) {
    if (run.session.failure !== undefined) return failed(run.session.failure);
    return run.signal.aborted ? interrupted(run, '') : failed(error);
  } finally {
    cancelTimer();
  }
}

/** After the last call: hooks hear of it, all that the session holds is closed, and the journal ends. */
export async function endRun(run: FullState, ending: Ending, started: number): Promise<RunResult> {
  await windUp(run, ending);
  const result = recordedResult(run, ending, started);
  await attempt(run, () => run.session.close());
  cleanInBackground(run);
  run.emit({ type: 'result', result });
  return result;
}

/** A conversation is over: as the end of a run, but that nobody waits for a result. */
export async function endConversation(run: FullState, ending: Ending): Promise<void> {
  await windUp(run, ending);
  await attempt(run, () => run.session.close());
  cleanInBackground(run);
}

/** The result, with its record in the session. The record leaves the calls out: each has one of its own. */
function recordedResult(run: FullState, ending: Ending, started: number): RunResult {
  const durationMs = run.calls.clock.now() - started;
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

/** One step of an end: if it fails, the steps behind it are still taken. */
async function attempt(run: FullState, step: () => unknown): Promise<void> {
  try {
    await step();
  } catch (error) {
    run.emit({ type: 'notice', message: `Ending the run: ${messageOf(error)}` });
  }
}

/** Behind everything that somebody waits for, and never a reason for a run to fail. */
function cleanInBackground({ spec, session, parent }: FullState): void {
  const { retention } = spec.sessions;
  if (retention === undefined || parent !== undefined) return;
  setImmediate(() => {
    try {
      cleanSessions({ dir: dirname(session.place.file) }, { retention, now: Date.now() });
    } catch {
      // Another process may have taken a file away in between; the next day cleans what is left.
    }
  });
}

async function windUp(run: FullState, ending: Ending): Promise<void> {
  const { calls, parent, services } = run;
  const endCalls: RunState['calls'] = { ...calls, signal: new AbortController().signal };
  const tell = async () => {
    for (const message of await services.dispose()) run.emit({ type: 'notice', message });
  };
  await attempt(run, () => run.watched.close());
  if (ending.outcome === 'error_model') await attempt(run, () => tellStopFailure(run, ending.error));
  if (parent === undefined) await attempt(run, () => runHooks('SessionEnd', { reason: ending.outcome }, endCalls));
  await attempt(run, () => calls.background?.stop());
  await attempt(run, () => run.tools.close());
  await attempt(run, tell);
}

function failed(error: unknown): Ending {
  const isOurs = isLoadoutError(error);
  if (isOurs && error.code === 'RUN_STOPPED') return { outcome: 'stopped', text: '', error };
  const outcome = isOurs && error.code.startsWith('MODEL_') ? 'error_model' : 'error_during_execution';
  return { outcome, text: '', error: error instanceof Error ? error : new Error(String(error)) };
}

function toResult(run: FullState, ending: Ending, durationMs: number): RunResult {
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
          },
  };
}
