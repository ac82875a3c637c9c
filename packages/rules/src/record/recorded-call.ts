import type { PermissionMode } from '@loadout/core';
import type { DecidedCall } from '@loadout/core/run';

/** A call of a recorded session, as other rules can be held against it. */
export interface RecordedCall {
  readonly session: string;
  /** `claude`: the call is in a transcript of Claude Code, which does not say who allowed it. Absent: it is in a session of Loadout. */
  readonly source?: 'claude' | undefined;
  /** The name of the agent that made the call, and of the agents that started it, the first of the session last. Empty: no agent of the configuration. */
  readonly agents: readonly string[];
  readonly artifactDir: string;
  readonly cwd: string;
  /** The mode in which the call was decided. Absent in sessions of earlier versions. */
  readonly mode?: PermissionMode | undefined;
  readonly call: DecidedCall;
  /** The answer to a question: of a person, or `nobody` if there was nobody to ask. Absent: nothing was asked. */
  readonly answer?: 'allowed' | 'denied' | 'nobody' | undefined;
  /** Whether the call ran. A call that did not was denied. */
  readonly ran: boolean;
  /** Whether a person or a rule denied the call. Modes, hooks and the absence of a person say nothing about the call itself. */
  readonly refused: boolean;
  /** For a question: the rules that together would have made it needless. Empty: no rule would. */
  readonly spared: readonly string[];
  /** The time of the decision, in milliseconds since 1970. */
  readonly at?: number | undefined;
}

/** A decided call that no rule can be held against, and the reason. */
export interface UnclearCall {
  readonly session: string;
  readonly tool: string;
  readonly why: string;
  /** Whether a person or a rule denied the call. */
  readonly refused: boolean;
}

/** A folder that holds nothing, for a record without a folder of results. */
export const NOWHERE = '/dev/null';

export interface CallRecord {
  readonly calls: readonly RecordedCall[];
  readonly unclear: readonly UnclearCall[];
  /** The sessions that could not be read, each with the reason. */
  readonly unread: readonly string[];
}
