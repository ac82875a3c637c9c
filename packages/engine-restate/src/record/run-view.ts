import type { Approval, Ask } from '../approval/approval.js';
import type { Act } from '../door/sealed.js';
import type { RunFiles, WorkspaceWish } from '../workspace/workspace.js';
import type { RoundEnd } from './step.js';

/** A fire of a job. */
export interface Timer {
  readonly id: string;
  readonly fire: number;
}

/** The fire that a prompt is. */
export interface FireOf extends Timer {
  readonly key: string;
}

/** A prompt for a session, as it is submitted. */
export interface PromptRequest {
  /** A session takes one prompt with this id, so that a copy of the request does nothing. */
  readonly id: string;
  readonly prompt: string;
  /** The hash of the plan with which the run was submitted. */
  readonly plan: string;
  /** The label of the workers that may take the run. Absent: every worker may. */
  readonly label?: string | undefined;
  /** The fire of a scheduled job that the prompt is. */
  readonly job?: FireOf | undefined;
  /** The repository that the run works in. Absent: the folder of the worker, or that of the session. */
  readonly workspace?: WorkspaceWish | undefined;
}

export const promptTo = (service: string, session: string): Act => ({ act: 'prompt', service, of: session });

/** An answer as the run has it on record. With the signature and the hash, everybody can check who gave it. */
export interface GivenAnswer extends Pick<Approval, 'hash' | 'behavior' | 'by' | 'proof' | 'at'> {
  readonly call: string;
}

/** The state of the newest run of a session, for `loadout runs`. */
export interface RunView {
  readonly state: 'running' | 'waiting' | 'ended' | 'cancelled';
  readonly plan: string;
  readonly prompt: string;
  /** The time at which a worker took the run. */
  readonly at?: string | undefined;
  /** The questions that are open. */
  readonly asks?: readonly Ask[] | undefined;
  /** The answers so far. */
  readonly answers?: readonly GivenAnswer[];
  readonly end?: RoundEnd | undefined;
  /** The files of a run that brings its repository, as they are in this state. */
  readonly files?: RunFiles | undefined;
}
