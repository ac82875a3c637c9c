import type { Position } from './errors.js';

/**
 * Decides calls that no rule decides. `default` asks, but allows read-only calls inside the working directories · `acceptEdits`
 * also allows writes there · `plan` denies every call that is not read-only · `dontAsk` denies instead of asking ·
 * `bypassPermissions` allows. Deny and ask rules apply in every mode.
 */
export type PermissionMode = 'default' | 'acceptEdits' | 'plan' | 'dontAsk' | 'bypassPermissions';

export type PermissionBehavior = 'allow' | 'ask' | 'deny';

/** The origin of a rule. Authority falls from left to right; `session` rules are granted while the session runs. */
export type PermissionLayer = 'managed' | 'user' | 'project' | 'plugin' | 'agent' | 'flag' | 'session';

/** A parsed rule: `Tool` or `Tool(specifier)`. `position` is the rule's place in the configuration. */
export interface PermissionRule {
  readonly behavior: PermissionBehavior;
  readonly tool: string;
  readonly specifier?: string | undefined;
  readonly layer: PermissionLayer;
  readonly position?: Position | undefined;
  readonly reason?: string | undefined;
}

/**
 * One thing that a call touches, for all rules with a specifier. Paths are absolute with links resolved, also for a missing file.
 * `below`: with everything below it. Only a rule that names the first `named` words allows a `run` that is `unclear`, only an open
 * rule one that is `fed` (has input beside its words), and only a rule with words one with an `unread` script, beside rules against
 * commands. `also`: its other names, for deny and ask rules. The word `null`: any number of words. `does`: its whole effect; `more`: maybe
 * more than that. `names`: words that may be paths, for deny and ask rules; with `reads`, at most read. `later`: the path may lead elsewhere by then. `by`:
 * the texts of the commands that are there to change the path; absent if others do too. `declared`: the lines that a person is asked
 * about, if the configuration wrote the command and the call only gave values: then rules of the tool's own name and parameters allow
 * it, and of the rules for commands only those that deny.
 */
export type Access =
  | { readonly kind: 'read'; readonly path: string; readonly below?: boolean }
  | {
      readonly kind: 'write';
      readonly path: string;
      readonly below?: boolean;
      readonly by?: readonly string[];
      readonly later?: boolean;
    }
  | {
      readonly kind: 'run';
      readonly text: string;
      readonly words?: readonly (string | null)[] | undefined;
      readonly also?: readonly (readonly (string | null)[])[];
      readonly unclear?: string | undefined;
      readonly named?: number;
      readonly fed?: boolean;
      readonly unread?: boolean;
      readonly does?: 'reads' | 'edits' | 'more';
      readonly declared?: readonly string[];
      readonly names?: readonly { readonly word: string; readonly path: string; readonly reads?: true }[];
    }
  | { readonly kind: 'fetch'; readonly url: string }
  /** Something only in this session's memory, such as a to-do list. Allowed in every mode unless a rule is about the tool. */
  | { readonly kind: 'session' };
