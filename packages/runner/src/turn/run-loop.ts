import { randomUUID } from 'node:crypto';
import { textOf } from '@loadout/core';
import { compactAfterOverflow } from '../compact/compact.js';
import { turnThatFits } from '../compact/turn-that-fits.js';
import { afterBatch } from '../hooks/after-batch.js';
import { stopHooks } from '../hooks/stop-hooks.js';
import { callsUsedUp, moneyUsedUp } from '../model/money.js';
import { settleModel } from '../model/switch-model.js';
import { errors } from '../report/errors.js';
import type { RunOutcome, RunResult } from '../report/events.js';
import { STRUCTURED_OUTPUT } from '../tools/structured-output.js';
import { answerCalls } from './call-results.js';
import { endDeferred } from './end-deferred.js';
import type { ModelTurn } from './model-turn.js';
import { type RunState, reminder } from './run-state.js';

/** How the loop ended; `error` says why when it did not end well. */
export interface Ending {
  readonly outcome: RunOutcome;
  readonly text: string;
  readonly stopReason?: string | undefined;
  readonly error?: Error | undefined;
  readonly deferredCall?: RunResult['deferredCall'];
}

const CONTINUATIONS = 3;
const PAUSES = 10;
const CUT_OFF =
  'The answer was cut off at the output limit. Continue directly from where it stopped, without repeating anything.';

const SAID_NOTHING = 'The last answer was empty. Go on with the work, or say in a few words what came of it.';

/** Turn after turn, until the model answers without a call, or something ends it earlier. */
export async function runLoop(run: RunState): Promise<Ending> {
  const going: Going = { stopBlocks: 0, continuations: 0, pauses: 0, nudges: 0 };
  run.model.comeBack();
  if (await run.surroundings.settle()) run.tools.renewRequest();
  while (true) {
    const spent = moneyUsedUp(run);
    if (spent !== undefined) return { outcome: 'error_limit', text: '', error: spent };
    const usedUp = limitUsedUp(run);
    run.tools.refresh();
    await settleModel(run);
    const turn = await turnThatFits(run, usedUp?.message);
    if (turn === undefined) continue;
    run.emit({ type: 'turn', turn: run.counts.turns, totals: run.counts.totals });
    const ending = turn.uses.length > 0 ? await afterCalls(run, turn, usedUp) : await afterAnswer(run, turn, going);
    if (ending !== undefined) return ending;
  }
}

/** How often in a row the run went on without the model having asked for a tool. */
interface Going {
  stopBlocks: number;
  continuations: number;
  pauses: number;
  /** Once in a run, whatever comes between. */
  nudges: number;
}

async function afterCalls(run: RunState, turn: ModelTurn, usedUp: Ending['error']): Promise<Ending | undefined> {
  const text = textOf(turn.message);
  const results = await turn.schedule.results();
  const put = endDeferred(run, { settled: results, text });
  if (put !== undefined) return put;
  // Before the results are answered: what hooks tell the new model stands behind them.
  if (usedUp === undefined && !run.signal.aborted) await settleModel(run);
  const { settled, stop: ended } = await afterBatch(run, results);
  await answerCalls(run, settled);
  const broken = settled.find((call) => call.fault !== undefined);
  if (broken !== undefined) return { outcome: 'error_during_execution', text, error: asError(broken.fault) };
  if (run.signal.aborted) return interrupted(run, text);
  if (usedUp !== undefined)
    return {
      outcome: run.counts.toolTurns >= (run.spec.limits.turns ?? Number.POSITIVE_INFINITY) ? 'error_max_turns' : 'error_limit',
      text,
      error: usedUp,
    };
  run.counts.toolTurns += 1;
  // A call that was cut off was answered as that; the next try may be longer.
  if (turn.stopReason === 'max_tokens' && run.model.raiseOutput()) run.tools.renewRequest();
  const stop = settled.find((call) => call.stop !== undefined)?.stop ?? ended;
  if (stop !== undefined) return { outcome: 'stopped', text, error: errors.RUN_STOPPED({ reason: stop }) };
  if ('value' in run.output) return { outcome: 'success', text, stopReason: turn.stopReason };
  const tries = run.spec.output === undefined ? 0 : settled.filter((call) => call.name === STRUCTURED_OUTPUT).length;
  if (tries > 0 && ++run.counts.outputTries > (run.spec.output?.retries ?? 0)) return outputNotMet(run, text);
  return undefined;
}

async function afterAnswer(run: RunState, turn: ModelTurn, going: Going): Promise<Ending | undefined> {
  const text = textOf(turn.message);
  const done: Ending = { outcome: 'success', text, stopReason: turn.stopReason };
  if (run.signal.aborted) return interrupted(run, text);
  // An answer that cost more than there was is told as that, with its text (LOOP-19).
  const spent = moneyUsedUp(run);
  if (spent !== undefined) return { ...done, outcome: 'error_limit', error: spent };
  switch (turn.stopReason) {
    case 'refusal':
      return { ...done, outcome: 'error_during_execution', error: errors.MODEL_REFUSED({}) };
    case 'model_context_window_exceeded':
      if (await compactAfterOverflow(run)) return goOn(run, CUT_OFF);
      return { ...done, outcome: 'error_during_execution', error: errors.MODEL_CONTEXT_FULL({}) };
    case 'pause_turn':
      return ++going.pauses > PAUSES ? done : undefined;
    case 'max_tokens':
      if (run.model.raiseOutput()) {
        run.tools.renewRequest();
        return goOn(run, CUT_OFF);
      }
      if (++going.continuations > CONTINUATIONS) {
        run.emit({ type: 'notice', message: 'The answer is not whole: it was cut off at the output limit again and again.' });
        return done;
      }
      return goOn(run, CUT_OFF);
  }
  if (run.spec.output !== undefined) {
    if (++run.counts.outputTries > run.spec.output.retries) return outputNotMet(run, text);
    return goOn(run, `Give the final answer by calling the tool ${STRUCTURED_OUTPUT}.`);
  }
  if (text.trim() === '' && isAfterResults(run) && ++going.nudges === 1) return goOn(run, SAID_NOTHING);
  const waiting = run.inbox.take();
  if (waiting.length > 0) return goOn(run, waiting.join('\n\n'));
  const reason = await stopHooks(run, { text, going });
  if (reason !== undefined) return goOn(run, reason);
  if (run.isConversation) return done;
  if (run.inbox.isHeld) run.onIdle?.(text);
  if (await run.inbox.something(run.signal)) return goOn(run, run.inbox.take().join('\n\n'));
  return run.signal.aborted ? interrupted(run, text) : done;
}

/** An answer with nothing in it stands in no history, so the last message is still the one before it. Source: LOOP-07. */
function isAfterResults({ session }: RunState): boolean {
  const asked = session.messages.findLast((message) => message.role === 'user');
  return asked?.content[0]?.type === 'tool_result';
}

function goOn(run: RunState, text: string): undefined {
  const message = Object.freeze({ role: 'user' as const, content: [reminder(text)] });
  const uuid = randomUUID();
  run.session.addUser(message, uuid);
  run.emit({ type: 'reply', uuid, message });
}

/** What is not a tool's failure is a fault of ours or of the host's: the history is whole, and the run ends and says so (law 5). */
const asError = (fault: unknown) => (fault instanceof Error ? fault : new Error(String(fault)));

/** A limit that is used up lets the model answer once more, but runs nothing: the history stays whole (CON-39, LOOP-08). */
function limitUsedUp(run: RunState): Error | undefined {
  const { limits } = run.spec;
  if (limits.turns !== undefined && run.counts.toolTurns >= limits.turns)
    return errors.LIMIT_REACHED({ limit: 'turns', value: limits.turns });
  return callsUsedUp(run);
}

export function interrupted(run: RunState, text: string): Ending {
  const reason: unknown = run.signal.reason;
  if (reason instanceof Error && 'code' in reason && reason.code === 'LIMIT_REACHED')
    return { outcome: 'error_limit', text, error: reason };
  return { outcome: 'interrupted', text, error: errors.RUN_INTERRUPTED({}) };
}

function outputNotMet(run: RunState, text: string): Ending {
  return {
    outcome: 'error_max_structured_output_retries',
    text,
    error: errors.OUTPUT_NOT_MET({ tries: run.counts.outputTries }),
  };
}
