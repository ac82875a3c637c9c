import { isLoadoutError, type LoadoutError } from '@loadout/core';
import { compactAfterOverflow } from '../compact/compact.js';
import type { Exchanges } from '../ground/exchange.js';
import type { Calling, Ground } from '../ground/ground.js';
import type { Asking } from '../model/asking.js';
import { errors } from '../report/errors.js';
import type { Toolbox } from '../skills/toolbox.js';
import type { FailedTurn } from './ask-turn.js';
import type { Beside } from './beside.js';
import { type Followed, followed } from './followed.js';
import { fallBack } from './switch-model.js';

type Run = Ground & Exchanges & Calling & Asking & Toolbox & Pick<Beside, 'inbox'>;

/** The number of times that a broken-off message is requested again. Before a message begins, the provider itself retries. */
const RETRIES = 2;
/** The longest time that a server may ask to wait behind the start of a message. */
const LONGEST_WAIT_MS = 120_000;
/** Failures of the connection. Another connection may be there at once. */
const OF_CONNECTION = new Set(['MODEL_STREAM_CUT', 'MODEL_UNREACHABLE', 'MODEL_TIMEOUT']);

/** The time to wait before a broken-off message is requested again; `undefined` for a failure that does not pass in time. */
function waitFor({ code, retryAfterMs }: LoadoutError, tries: number): number | undefined {
  if (OF_CONNECTION.has(code)) return 0;
  const delayMs = retryAfterMs ?? 1_000 * 2 ** (tries - 1);
  return delayMs > LONGEST_WAIT_MS ? undefined : delayMs;
}

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
  if (!isLoadoutError(error)) throw error;
  const retract = () => {
    if (begun) run.emit({ type: 'discard', reason: error.message });
  };
  if (error.code === 'MODEL_PROMPT_TOO_LONG') {
    retract();
    if (await compactAfterOverflow(run)) return 'next turn';
    throw errors.MODEL_CONTEXT_FULL({ said: error.message }, { cause: error });
  }
  if (run.signal.aborted) throw error;
  // Loaded for a failure alone.
  const { failureKind } = await import('@loadout/core/model-errors');
  const kind = failureKind(error.code);
  if (kind === 'passes' && begun && (await waited(run, { error, tries }))) return 'same request';
  // The request asked for answers longer than the provider's default, and the model may not support them.
  if (error.code === 'MODEL_REQUEST_INVALID' && run.model.lowerOutput()) {
    retract();
    run.tools.renewRequest();
    return 'other request';
  }
  if (isAboutThinking(error) && run.model.refuseThinking(run.session.messages)) {
    retract();
    run.emit({ type: 'notice', message: `The conversation is sent without its signed thinking: ${error.message}` });
    return 'other request';
  }
  if (kind === 'stays' || !(await fallBack(run))) throw error;
  run.emit({ type: 'discard', reason: `${error.message} ${run.model.plan.id} answers for now.` });
  return 'other request';
}

/** Retracts a message that broke off, and waits until it may be requested again. Returns false if there is no try left. */
async function waited(run: Run, { error, tries }: { readonly error: LoadoutError; readonly tries: number }): Promise<boolean> {
  const delayMs = tries > RETRIES ? undefined : waitFor(error, tries);
  if (delayMs === undefined) return false;
  run.emit({ type: 'discard', reason: error.message });
  if (delayMs === 0) return true;
  run.emit({ type: 'retry', attempt: tries, delayMs, reason: error.message });
  await pause(run, delayMs);
  return true;
}

/** Waits for a time, or until the run is interrupted. */
async function pause({ clock, signal }: Pick<Run, 'clock' | 'signal'>, ms: number): Promise<void> {
  let follow: Followed | undefined;
  await new Promise<void>((resolve) => {
    const cancel = clock.after(ms, resolve);
    follow = followed(signal, () => {
      cancel();
      resolve();
    });
  });
  follow?.release();
}
