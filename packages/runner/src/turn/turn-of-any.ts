import { isLoadoutError } from '@loadout/core';
import { fallBack } from '../model/switch-model.js';
import { type ModelTurn, modelTurn } from './model-turn.js';
import type { RunState } from './run-state.js';

/** The provider has tried again by itself before it says one of these. */
const UNAVAILABLE = new Set([
  'MODEL_OVERLOADED',
  'MODEL_RATE_LIMITED',
  'MODEL_SERVER_ERROR',
  'MODEL_UNREACHABLE',
  'MODEL_TIMEOUT',
  'MODEL_STREAM_CUT',
  'MODEL_NOT_FOUND',
]);

/** A turn of the model, or of the first one that can be had of those that the agent falls back on. Source: LOOP-15. */
export async function turnOfAny(run: RunState, refuse?: string): Promise<ModelTurn> {
  while (true) {
    try {
      return await modelTurn(run, refuse);
    } catch (error) {
      if (!isLoadoutError(error) || run.signal.aborted) throw error;
      // Longer answers than the provider's own limit were asked for, and the model may not know any.
      if (error.code === 'MODEL_REQUEST_INVALID' && run.model.lowerOutput()) run.tools.renewRequest();
      else if (UNAVAILABLE.has(error.code) && (await fallBack(run)))
        run.emit({ type: 'discard', reason: `${error.message} ${run.model.plan.id} answers for now.` });
      else throw error;
    }
  }
}
