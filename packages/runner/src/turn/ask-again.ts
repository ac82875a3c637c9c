import { isLoadoutError, type LoadoutError } from '@loadout/core';
import { compactAfterOverflow } from '../compact/compact.js';
import { isTooLong } from '../compact/summarise.js';
import type { Exchanges } from '../ground/exchange.js';
import type { Calling, Ground } from '../ground/ground.js';
import type { Asking } from '../model/asking.js';
import { errors } from '../report/errors.js';
import type { Toolbox } from '../skills/toolbox.js';
import type { FailedTurn } from './ask-turn.js';
import type { Beside } from './beside.js';
import { fallBack } from './switch-model.js';

type Run = Ground & Exchanges & Calling & Asking & Toolbox & Pick<Beside, 'inbox'>;

/** The number of times that a broken-off message is requested again. Before a message begins, the provider itself retries. */
const RETRIES = 2;
const BROKEN_STREAM = new Set(['MODEL_STREAM_CUT', 'MODEL_OVERLOADED', 'MODEL_TIMEOUT', 'MODEL_UNREACHABLE']);

/** Errors that a provider reports only after its own retries. */
const UNAVAILABLE = new Set([
  'MODEL_OVERLOADED',
  'MODEL_RATE_LIMITED',
  'MODEL_SERVER_ERROR',
  'MODEL_UNREACHABLE',
  'MODEL_TIMEOUT',
  'MODEL_STREAM_CUT',
  'MODEL_NOT_FOUND',
]);

/**
 * Whether a provider refused thinking of its own. Signatures expire, and some models bind thinking to all that stood before it,
 * which a compaction or another system prompt changes. Without the thinking the model goes on. Source: MODEL-03.
 */
const isAboutThinking = ({ code, message }: LoadoutError): boolean =>
  code === 'MODEL_REQUEST_INVALID' && /thinking|signature|reasoning|encrypted/i.test(message);

/**
 * The way in which the run continues: with the same request, with another request that counts its own tries, or with a new turn.
 */
type WayOn = 'same request' | 'other request' | 'next turn';

/** Returns how to continue after a failed turn, or throws the turn's error. Source: LOOP-14, LOOP-15. */
export async function askAgain(run: Run, { error, begun, tries }: FailedTurn & { readonly tries: number }): Promise<WayOn> {
  if (isTooLong(error)) {
    if (await compactAfterOverflow(run)) return 'next turn';
    throw errors.MODEL_CONTEXT_FULL({ said: error.message }, { cause: error });
  }
  if (!isLoadoutError(error) || run.signal.aborted) throw error;
  if (begun && tries <= RETRIES && BROKEN_STREAM.has(error.code)) {
    run.emit({ type: 'discard', reason: error.message });
    return 'same request';
  }
  // The request asked for answers longer than the provider's default, and the model may not support them.
  if (error.code === 'MODEL_REQUEST_INVALID' && run.model.lowerOutput()) {
    run.tools.renewRequest();
    return 'other request';
  }
  if (isAboutThinking(error) && run.model.refuseThinking(run.session.messages)) {
    run.emit({ type: 'notice', message: `The conversation is sent without its signed thinking: ${error.message}` });
    return 'other request';
  }
  if (!UNAVAILABLE.has(error.code) || !(await fallBack(run))) throw error;
  run.emit({ type: 'discard', reason: `${error.message} ${run.model.plan.id} answers for now.` });
  return 'other request';
}
