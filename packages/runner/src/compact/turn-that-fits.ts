import { errors } from '../report/errors.js';
import type { ModelTurn } from '../turn/model-turn.js';
import type { RunState } from '../turn/run-state.js';
import { turnOfAny } from '../turn/turn-of-any.js';
import { compactAfterOverflow, compactWhenFull } from './compact.js';
import { isTooLong } from './summarise.js';

/**
 * A turn of the model, the conversation made shorter where it has to be. Undefined: it was, and the turn is still to be made,
 * so that what the summary used counts against the limits first.
 */
export async function turnThatFits(run: RunState, refuse?: string): Promise<ModelTurn | undefined> {
  if (await compactWhenFull(run)) return undefined;
  try {
    const turn = await turnOfAny(run, refuse);
    if (turn.stopReason !== 'model_context_window_exceeded') run.compaction.afterOverflow = false;
    return turn;
  } catch (error) {
    if (!isTooLong(error)) throw error;
    if (await compactAfterOverflow(run)) return undefined;
    throw errors.MODEL_CONTEXT_FULL({ said: error.message }, { cause: error });
  }
}
