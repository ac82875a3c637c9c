import type { PermissionBehavior, PermissionRule } from '../contract/permission.js';

/** One step of how a decision came about, for `loadout explain`. */
export interface DecisionStep {
  readonly what: string;
  readonly outcome: PermissionBehavior | 'defer' | 'no match';
  readonly rule?: PermissionRule | undefined;
}

/** A word of a command that may name a file, and so falls under a rule about files. */
export interface DecidedWord {
  readonly word: string;
  readonly path: string;
  readonly command: string;
}

export interface PermissionDecision {
  readonly behavior: PermissionBehavior;
  /** Nobody is asked now: the run ends, and the call is decided upon when it goes on. With `ask`. */
  readonly deferred?: true | undefined;
  /** Why, in one sentence that names the tool and, where a rule decided, the rule with file and line. */
  readonly reason: string;
  /** The change that would allow the call. Absent when it is allowed. */
  readonly fix?: string | undefined;
  readonly rule?: PermissionRule | undefined;
  /** The word by which the rule decided, when that was a word of a command. */
  readonly named?: DecidedWord | undefined;
  readonly trace: readonly DecisionStep[];
}
