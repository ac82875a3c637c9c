import type { PermissionBehavior, PermissionRule } from '../contract/permission.js';

/** One step of a decision, for `loadout explain`. */
export interface DecisionStep {
  readonly what: string;
  readonly outcome: PermissionBehavior | 'defer' | 'no match';
  readonly rule?: PermissionRule | undefined;
}

/** A word of a command that may name a file, so that a rule about files applies. */
export interface DecidedWord {
  readonly word: string;
  readonly path: string;
  readonly command: string;
}

export interface PermissionDecision {
  readonly behavior: PermissionBehavior;
  /** Nobody is asked now: the run ends, and the call is decided when the run is resumed. Only with `ask`. */
  readonly deferred?: true | undefined;
  /** The reason in one sentence that names the tool and, if a rule decided, the rule with file and line. */
  readonly reason: string;
  /** The change that would allow the call. Absent if the call is allowed. */
  readonly fix?: string | undefined;
  readonly rule?: PermissionRule | undefined;
  /** The hook or the person that decided. Absent: a rule or the mode decided. */
  readonly by?: 'hook' | 'person' | undefined;
  /** For a call that a person allowed: the rules that would have made the question needless. Absent: no rule would. */
  readonly spared?: readonly string[] | undefined;
  /** The word of a command by which the rule decided, if there is one. */
  readonly named?: DecidedWord | undefined;
  readonly trace: readonly DecisionStep[];
}
