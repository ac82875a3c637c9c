import { compactWhenFull } from '../compact/compact.js';
import type { Exchanges } from '../context/exchange.js';
import type { Calling, RunContext } from '../context/run-context.js';
import type { Asking } from '../model/asking.js';
import { errors } from '../report/errors.js';
import { answersUsedUp, callsUsedUp, moneyUsedUp } from '../report/usage.js';
import type { Toolbox } from '../skills/toolbox.js';
import { type Attempts, afterAnswer } from './after-answer.js';
import { afterCalls } from './after-calls.js';
import { askAgain } from './ask-again.js';
import { askTurn } from './ask-turn.js';
import type { Ending } from './ending.js';
import type { Incoming } from './incoming.js';
import { settleModel } from './switch-model.js';

type Run = RunContext & Exchanges & Calling & Asking & Toolbox & Incoming;

/** Takes turn after turn, until the model answers without a call or something ends the run earlier. */
export async function runLoop(run: Run): Promise<Ending> {
  const attempts: Attempts = { stopBlocks: 0, continuations: 0, pauses: 0, nudges: 0 };
  run.model.comeBack();
  if (await run.workspaceFacts.settle()) run.tools.renewRequest();
  while (true) {
    const ending = await takeTurn(run, attempts);
    if (ending !== undefined) return ending;
  }
}

/** Takes one turn. Returns `undefined` if another turn follows. */
async function takeTurn(run: Run, attempts: Attempts): Promise<Ending | undefined> {
  const spent = moneyUsedUp(run);
  if (spent !== undefined) return { outcome: 'error_limit', text: '', error: spent };
  const answered = answersUsedUp(run);
  if (answered !== undefined) return { outcome: 'error_max_turns', text: '', error: answered };
  const usedUp = limitUsedUp(run);
  run.tools.refresh();
  if (run.model.isStale) await settleModel(run);

  // Fit. The usage of a summary counts against the limits before the model is asked.
  // A window of unknown size has no threshold.
  if (run.model.plan.contextWindow !== undefined && (await compactWhenFull(run))) return undefined;

  // Ask, and ask again while there is a way.
  let asked = await askTurn(run, usedUp?.message);
  for (let tries = 1; 'error' in asked; tries += 1) {
    const way = await askAgain(run, { ...asked, tries });
    if (way === 'next turn') return undefined;
    if (way === 'other request') tries = 0;
    asked = await askTurn(run, usedUp?.message);
  }
  if (asked.stopReason !== 'model_context_window_exceeded') run.compaction.afterOverflow = false;
  run.emit({ type: 'turn', turn: run.counts.turns, totals: run.counts.totals });

  // Calls, or the answer.
  if (asked.uses.length === 0) return afterAnswer(run, asked, attempts);
  Object.assign(attempts, { continuations: 0, pauses: 0 });
  return afterCalls(run, asked, usedUp);
}

/**
 * Returns the limit that is used up. The model may answer once more without calls, to keep the history whole (CON-39, LOOP-08).
 */
function limitUsedUp(run: Run): Error | undefined {
  const { limits } = run.spec;
  if (limits.turns !== undefined && run.counts.toolTurns >= limits.turns)
    return errors.LIMIT_REACHED({ limit: 'turns', value: limits.turns });
  return callsUsedUp(run);
}
