import type { PermissionBehavior, PermissionMode } from './permission.js';

/** Where a change is meant to last. All of them hold for the running session; `cliArg` for this run only. */
export type PermissionDestination = 'userSettings' | 'projectSettings' | 'localSettings' | 'session' | 'cliArg';

/** A rule in two parts: `Bash` and `npm test:*`. Without content it is about every call of the tool. */
export interface RuleValue {
  readonly toolName: string;
  readonly ruleContent?: string | undefined;
}

/** A change that somebody who was asked wants from now on. Source: PERM-04. */
export type PermissionUpdate =
  | {
      readonly type: 'addRules' | 'replaceRules' | 'removeRules';
      readonly rules: readonly RuleValue[];
      readonly behavior: PermissionBehavior;
      readonly destination: PermissionDestination;
    }
  | { readonly type: 'setMode'; readonly mode: PermissionMode; readonly destination: PermissionDestination }
  | {
      readonly type: 'addDirectories' | 'removeDirectories';
      readonly directories: readonly string[];
      readonly destination: PermissionDestination;
    };
