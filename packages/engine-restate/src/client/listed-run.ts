import type { Ask } from '../approval/approval.js';
import { isLostCode } from '../engine/admin.js';
import { errors } from '../errors.js';
import { PREFIX } from '../names.js';
import type { RunView } from '../record/run-view.js';

/** A run as the engine lists it. */
export interface ListedRun {
  readonly run: string;
  readonly agent: string;
  /** `scheduled`, `queued`, `running`, `waiting` (for an approval), `stuck` (no worker may take it), `ended`, `cancelled` or `failed`. */
  readonly state: string;
  /** The time of the submission; of a scheduled run, its time. */
  readonly at: string;
  readonly prompt: string;
  readonly asks: readonly Ask[];
  /** The outcome of a run that ended, or the reason why no worker has the run. */
  readonly says: string;
  readonly view?: RunView | undefined;
}

/** The states of a run that has ended. */
export const OVER: readonly string[] = ['ended', 'cancelled', 'failed'];

/** A run as the engine stores it. */
export interface Invocation {
  readonly id: string;
  readonly target_service_name: string;
  readonly target_service_key: string;
  readonly status: string;
  readonly created_at: string;
  readonly idempotency_key?: string | null;
  /** The worker that has begun the run. */
  readonly pinned_deployment_id?: string | null;
  readonly scheduled_start_at?: string | null;
  readonly last_failure?: string | null;
  readonly last_failure_error_code?: string | null;
  readonly completion_failure?: string | null;
}

export interface Known {
  /** The run's own words, if a worker has begun it. */
  readonly view: RunView | undefined;
  /** The hashes of questions that have an answer. */
  readonly answered: ReadonlySet<string>;
  /** The reason for which no worker has the run. */
  readonly refusal: string | undefined;
  /** True for a run that is cancelled, but that no worker has ended yet. */
  readonly isCancelled: boolean;
}

/** Joins what the engine knows of a run with what the run says itself. */
export function listed(invocation: Invocation, known: Known): ListedRun {
  const { status, target_service_key: run, target_service_name: service } = invocation;
  // A prompt that no worker has begun finds the view of the prompt before it.
  const isNew = NOT_BEGUN.includes(status) && (invocation.pinned_deployment_id ?? '') === '';
  const view = isNew ? undefined : known.view;
  const waiting = status !== 'completed' && view?.state === 'waiting';
  const asks = waiting && !known.isCancelled ? (view.asks ?? []).filter(({ hash }) => !known.answered.has(hash)) : [];
  const state = known.isCancelled ? 'cancelled' : stateOf(invocation, { isWaiting: asks.length > 0, refusal: known.refusal });
  const isEnded = status === 'completed';
  return {
    run,
    agent: service.slice(PREFIX.length),
    state,
    at: (status === 'scheduled' ? invocation.scheduled_start_at : undefined) ?? invocation.created_at,
    prompt: view?.prompt ?? '',
    asks,
    says: isEnded
      ? invocation.completion_failure || (view?.end?.outcome ?? '')
      : ['stuck', 'queued'].includes(state)
        ? (known.refusal ?? invocation.last_failure ?? '')
        : '',
    view,
  };
}

const NOT_BEGUN: readonly string[] = ['scheduled', 'inboxed', 'pending', 'ready'];

/** The failure of a run that was cancelled, also of one that no worker has begun. */
const CANCELLED = '[409] Cancelled';

interface Open {
  /** True if a question has no answer. */
  readonly isWaiting: boolean;
  readonly refusal: string | undefined;
}

function stateOf(invocation: Invocation, { isWaiting, refusal }: Open): string {
  const { status, completion_failure, last_failure_error_code: code, target_service_key: session } = invocation;
  if (status === 'completed') {
    if (completion_failure === undefined || completion_failure === null) return 'ended';
    return completion_failure === CANCELLED ? 'cancelled' : 'failed';
  }
  if (status === 'scheduled') return 'scheduled';
  if (status === 'paused') return refusal === errors.ENGINE_NO_PLACE({ session }).message ? 'queued' : 'stuck';
  // A run that waits for a person needs no worker. A worker that fails with it is told all the same.
  if (status === 'backing-off') return isWaiting && isLostCode(code) ? 'waiting' : 'stuck';
  if (isWaiting) return 'waiting';
  return status === 'running' || status === 'suspended' ? 'running' : 'queued';
}
