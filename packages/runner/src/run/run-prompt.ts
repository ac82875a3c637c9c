import type { RunResult } from '@loadout/sessions';
import { type EarlierWork, NO_EARLIER_WORK, newExchange } from '../context/exchange.js';
import { tellStopFailure } from '../hooks/stop-hooks.js';
import { recordRules } from '../permissions/run-permissions.js';
import { errors } from '../report/errors.js';
import { inSession } from '../session/open-session.js';
import type { OpenSession } from '../session/session.js';
import { workOnPrompt } from '../session/tree-on-record.js';
import type { AgentSpec } from '../spec/agent-spec.js';
import type { StartSubagent } from '../subagents/parent-run.js';
import { type Ending, interrupted } from '../turn/ending.js';
import { settleModel } from '../turn/switch-model.js';
import { type Asked, answerPrompt } from './answer-prompt.js';
import { type Begun, beginRun } from './begin-run.js';
import { attempt, endRun } from './end-run.js';
import { failed, recordedResult, withDenials } from './run-result.js';
import { setUpRun } from './run-setup.js';
import type { RunState } from './run-state.js';

/** Runs an agent from its first hook to its last and returns the result. Never rejects. */
export async function runPrompt(run: RunState, asked: Asked): Promise<RunResult> {
  const started = run.clock.now();
  const ending = await answer(run, asked, () => {
    recordPrompt(run, asked);
    return beginRun(run, run.session.source);
  });
  return endRun(run, ending, started);
}

/** Handles one prompt of a conversation that continues afterwards. Never rejects. */
export async function exchange(
  run: RunState,
  { begun, ...asked }: Asked & { readonly begun?: Begun | undefined },
): Promise<RunResult> {
  const started = run.clock.now();
  const ending = await answer(run, asked, async () => {
    // A model chosen between two prompts answers the next prompt, and an unreachable model is tried again.
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

/** Records the prompt before a server is started or a hook is asked, so that a killed process does not lose the prompt. */
function recordPrompt({ session, parent, exchange: { id } }: RunState, { prompt, isVerbatim, by }: Asked): void {
  // A subagent that does not survive its process is started anew, with its prompt.
  if (prompt === undefined || (parent !== undefined && by === undefined)) return;
  const more = { ...(isVerbatim === true ? { isVerbatim } : {}), ...(by === undefined ? {} : { by }) };
  session.record({ t: 'asked', uuid: id, prompt, ...more });
}

const NOTHING_BEGUN: Begun = { contexts: [], messages: [] };

async function answer(run: RunState, asked: Asked, begin: () => Promise<Begun>): Promise<Ending> {
  const cancelTimer = limitTime(run);
  try {
    const begun = await begin();
    recordRules(run);
    const ending = await answerPrompt(run, asked, begun);
    return run.session.failure === undefined ? withDenials(run, ending) : failed(run.session.failure);
  } catch (error) {
    if (run.session.failure !== undefined) return failed(run.session.failure);
    return run.signal.aborted ? interrupted(run, '') : failed(error);
  } finally {
    cancelTimer();
  }
}

/** Ends the exchange when the time of its prompt is up. Returns a function that ends the wait. */
function limitTime({ spec, clock, exchange: { controller, counts } }: RunState): () => void {
  const { time } = spec.limits;
  if (time === undefined) return () => {};
  const end = () => controller.abort(errors.LIMIT_REACHED({ limit: 'seconds', value: time }));
  const left = time * 1000 - counts.earlier.ms;
  if (left > 0) return clock.after(left, end);
  end();
  return () => {};
}

/** Starts a subagent: the same loop, within the limits of the agent that starts it. */
export const startSubagent: StartSubagent = (spec, { session, prompt, by, signal, emit, parentRun }) => {
  const { promptId } = parentRun.parent.exchange;
  const exchange = newExchange({ promptId, signal, earlier: inSession(session, () => earlierWork(session, { prompt, spec })) });
  const { controller } = exchange;
  const state = setUpRun({ spec, session, lifetime: controller.signal, exchange, emit, parentRun, startSubagent });
  if (parentRun.skill !== undefined) state.skills.hold(parentRun.skill);
  let isOpen = true;
  const result = runPrompt(state, { prompt, by }).finally(() => {
    isOpen = false;
    controller.release();
  });
  return {
    result,
    send: (text) => {
      if (isOpen) state.inbox.add(text);
      return isOpen;
    },
    interrupt: () => controller.abort(errors.RUN_INTERRUPTED({})),
  };
};

/** Returns the work that the limits of a run count from the start. A new prompt has all limits for itself. */
export function earlierWork(
  session: OpenSession,
  { prompt, spec: { limits, usdFor } }: { readonly prompt: unknown; readonly spec: Pick<AgentSpec, 'limits' | 'usdFor'> },
): EarlierWork {
  if (prompt !== undefined || session.source !== 'resume') return NO_EARLIER_WORK;
  const { answers, toolTurns, ms } = session.work.onPrompt;
  // Only these two limits include the agents under an agent, whose sessions have to be read.
  const isOfTree = limits.toolCalls !== undefined || (limits.usd !== undefined && usdFor === 'run');
  const { toolCalls, usd } = isOfTree ? workOnPrompt(session) : NO_EARLIER_WORK;
  return { answers, toolTurns, toolCalls, usd, ms };
}
