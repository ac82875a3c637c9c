import type { PermissionRule } from '@loadout/core/run';
import type { RecordedCall } from '../record/recorded-call.js';
import type { Candidate } from './candidate.js';

export type Kind = PermissionRule['behavior'];

/** A rule to add, with what the record says for it. */
export interface Proposal extends Candidate {
  /** The questions that the rule takes part in answering. */
  readonly calls: readonly RecordedCall[];
  /** The recorded calls that no person answered in this way, and whose decision the rule turns. */
  readonly also: readonly RecordedCall[];
  /** A file that the allowed command runs, and the rule by which the agent may write that file unasked. */
  readonly runs?: { readonly path: string; readonly rule: string } | undefined;
}

export interface Proposals {
  readonly rules: readonly Proposal[];
  /** The number of questions on record that the rules of now would ask again. */
  readonly questions: number;
  /** The number of these that no longer need a person. */
  readonly spared: number;
}
