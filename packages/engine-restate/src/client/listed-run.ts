import type { Ask } from '../approval.js';
import { errors } from '../errors.js';
import { PREFIX } from '../names.js';
import type { RunView } from '../session/run-view.js';
import { UNREACHABLE } from './admin.js';

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

/** A run as the engine stores it. */
export interface Invocation {
  readonly id: string;
  readonly target_service_name: string;
  readonly target_service_key: string;
  readonly status: string;
  readonly created_at: string;
  readonly scheduled_start_at?: string | null;
  readonly last_failure?: string | null;
  readonly last_failure_error_code?: string | null;
  readonly completion_failure?: string | null;
}

export interface Known {
  /** The run's own words, if a worker has begun it. */
  readonly view: RunView | undefined;
  /** The reason for which the last worker refused the run. */
  readonly refusal: string | undefined;
}

/** Joins what the engine knows of a run with what the run says itself. */
export function listed(invocation: Invocation, known: Known): ListedRun {
  const { status, target_service_key: run, target_service_name: service } = invocation;
  // A prompt that no worker has begun finds the view of the prompt before it.
  const view = NOT_BEGUN.includes(status) ? undefined : known.view;
  const state = stateOf(invocation, { ...known, view });
  const isEnded = status === 'completed';
  return {
    run,
    agent: service.slice(PREFIX.length),
    state,
    at: (status === 'scheduled' ? invocation.scheduled_start_at : undefined) ?? invocation.created_at,
    prompt: view?.prompt ?? '',
    asks: !isEnded && view?.state === 'waiting' ? (view.asks ?? []) : [],
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

function stateOf(invocation: Invocation, { view, refusal }: Known): string {
  const { status, completion_failure, last_failure_error_code: code, target_service_key: session } = invocation;
  if (status === 'completed') {
    if (completion_failure === undefined || completion_failure === null) return 'ended';
    return completion_failure === CANCELLED ? 'cancelled' : 'failed';
  }
  if (status === 'scheduled') return 'scheduled';
  if (status === 'paused') return refusal === errors.ENGINE_NO_PLACE({ session }).message ? 'queued' : 'stuck';
  // A run that waits for a person needs no worker. A worker that fails with it is told all the same.
  if (status === 'backing-off') return view?.state === 'waiting' && code === UNREACHABLE ? 'waiting' : 'stuck';
  if (status === 'running' || status === 'suspended') return view?.state === 'waiting' ? 'waiting' : 'running';
  return 'queued';
}
