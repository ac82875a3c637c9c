import { randomUUID } from 'node:crypto';
import { textOf, userMessage } from '@loadout/core/model';
import { compactAfterOverflow } from '../compact/compact.js';
import type { Exchanges } from '../context/exchange.js';
import type { Calling, RunContext } from '../context/run-context.js';
import { stopHooks } from '../hooks/stop-hooks.js';
import type { Asking } from '../model/asking.js';
import { type ModelText, modelText, reminder } from '../prompts/model-texts.js';
import { errors } from '../report/errors.js';
import { moneyUsedUp } from '../report/usage.js';
import type { Toolbox } from '../skills/toolbox.js';
import { STRUCTURED_OUTPUT } from '../tools/structured-output.js';
import type { ModelTurn } from './after-calls.js';
import { type Ending, interrupted, outputNotMet } from './ending.js';
import { awaitNews, type Incoming } from './incoming.js';

type Run = RunContext & Exchanges & Calling & Asking & Toolbox & Incoming;

const CONTINUATIONS = 3;
const PAUSES = 10;
/** How often a run went on after an answer without a call. */
export interface Attempts {
  /** In the whole run, because a hook reads from `stop_hook_active` that the model is already sent back. */
  stopBlocks: number;
  /** In a row in which the model called no tool, as `pauses` are. */
  continuations: number;
  pauses: number;
  /** The number of nudges in the run, whatever happens in between. At most one. */
  nudges: number;
}

/**
 * Handles an answer without a call. Returns the end of the run, or undefined after a reason to continue was added for the model.
 */
export async function afterAnswer(run: Run, turn: ModelTurn, attempts: Attempts): Promise<Ending | undefined> {
  const text = textOf(turn.message);
  const done: Ending = { outcome: 'success', text, stopReason: turn.stopReason };
  if (run.signal.aborted) return interrupted(run, text);
  // An answer that exceeds the budget ends the run with that outcome and its text (LOOP-19).
  const spent = moneyUsedUp(run);
  if (spent !== undefined) return { ...done, outcome: 'error_limit', error: spent };
  switch (turn.stopReason) {
    case 'refusal':
      return { ...done, outcome: 'error_during_execution', error: errors.MODEL_REFUSED({}) };
    case 'model_context_window_exceeded':
      if (await compactAfterOverflow(run)) return goOn(run, modelText.cutOff());
      return { ...done, outcome: 'error_during_execution', error: errors.MODEL_CONTEXT_FULL({}) };
    case 'pause_turn':
      return ++attempts.pauses > PAUSES ? done : undefined;
    case 'max_tokens':
      if (run.model.raiseOutput()) {
        run.tools.renewRequest();
        return goOn(run, modelText.cutOff());
      }
      if (++attempts.continuations > CONTINUATIONS) {
        run.emit({ type: 'notice', message: 'The answer is not whole: it was cut off at the output limit again and again.' });
        return done;
      }
      return goOn(run, modelText.cutOff());
  }
  if (run.spec.output !== undefined) {
    if (++run.counts.outputTries > run.spec.output.retries) return outputNotMet(run, text);
    return goOn(run, modelText.answerByTool(STRUCTURED_OUTPUT));
  }
  if (text.trim() === '' && isAfterResults(run) && ++attempts.nudges === 1) return goOn(run, modelText.saidNothing());
  const waiting = run.inbox.take();
  if (waiting.length > 0) return goOn(run, modelText.hookOrWork(waiting.join('\n\n')));
  const reason = await stopHooks(run, { text, attempts });
  if (reason !== undefined) return goOn(run, modelText.hookOrWork(reason));
  if (run.isConversation) return done;
  const news = await awaitNews(run, text);
  if (news !== undefined) return goOn(run, modelText.hookOrWork(news));
  return run.signal.aborted ? interrupted(run, text) : done;
}

/**
 * Returns whether the last message holds results. An empty answer is not part of the history, so the last message is then the
 * message before the answer. Source: LOOP-07.
 */
function isAfterResults({ session }: Run): boolean {
  const asked = session.messages.findLast((message) => message.role === 'user');
  return asked?.content[0]?.type === 'tool_result';
}

function goOn(run: Run, text: ModelText): undefined {
  const message = userMessage([reminder(text)]);
  const uuid = randomUUID();
  run.session.addUser(message, uuid);
  run.emit({ type: 'reply', uuid, message });
}
