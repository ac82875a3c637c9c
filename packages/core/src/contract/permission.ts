import type { Position } from './errors.js';

/**
 * Decides calls that no rule decides.
 * `default` asks, but lets read-only calls inside the working directories pass · `acceptEdits` also lets writes there pass ·
 * `plan` denies all that is not read-only · `dontAsk` denies instead of asking · `bypassPermissions` allows.
 * Deny and ask rules hold in every mode.
 */
export type PermissionMode = 'default' | 'acceptEdits' | 'plan' | 'dontAsk' | 'bypassPermissions';

export type PermissionBehavior = 'allow' | 'ask' | 'deny';

/** The author of a rule. Authority falls from left to right; `session` rules are those granted while it runs. */
export type PermissionLayer = 'managed' | 'user' | 'project' | 'plugin' | 'agent' | 'flag' | 'session';

/** `Tool` or `Tool(specifier)`, parsed. `position` is where it stands in the configuration. */
export interface PermissionRule {
  readonly behavior: PermissionBehavior;
  readonly tool: string;
  readonly specifier?: string | undefined;
  readonly layer: PermissionLayer;
  readonly position?: Position | undefined;
  readonly reason?: string | undefined;
}

/**
 * One thing in the world that a call touches. Rules with a specifier match these, so `Read(secrets/**)` reaches every tool
 * that reads. Paths are absolute and resolved: links followed, also for a file that does not exist yet.
 * `below`: and all that lies below it. A `run` with `unclear` could not be analysed; no allow rule with a specifier covers it.
 * A word `null` is any number of unknown words; `also` are other names of the command, for deny and ask rules; `does` is all it does.
 * `names`: words of the command that may be paths, for deny and ask rules about files; with `reads` it would read them at most.
 * `does: 'more'`: it may do more than read, whatever the call says of itself. `later`: it is written when what was looked at may lead elsewhere.
 * `by`: the texts of the commands that name it and are there to change what they name. Absent when anything else changes it too.
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
      readonly does?: 'reads' | 'edits' | 'more';
      readonly names?: readonly { readonly word: string; readonly path: string; readonly reads?: true }[];
    }
  | { readonly kind: 'fetch'; readonly url: string }
  /** Something that only this session's memory holds, such as a list of things to do. Passes in every mode where no rule is about the tool. */
  | { readonly kind: 'session' };
