import type { Approval } from '../approval/approval.js';
import type { Restate } from '../load-restate.js';
import type { PromptRequest } from '../record/run-view.js';
import type { SessionLog } from '../record/session-log.js';
import type { WorkerParts } from './worker-parts.js';

/** The parts with which a prompt of a session is handled. */
export interface Conducted {
  readonly restate: Restate;
  readonly worker: WorkerParts;
  readonly agent: string;
}

/** A round of a prompt, which is recorded step by step. */
export interface Recorded extends Conducted {
  readonly log: SessionLog;
  /** The number of records before this prompt. */
  readonly begun: number;
  readonly request: PromptRequest;
  readonly approvals: readonly Approval[];
}
