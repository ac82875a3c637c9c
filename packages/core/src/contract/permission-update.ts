import type { PermissionBehavior, PermissionMode } from './permission.js';

/** The place where a change is stored. A change always applies to the running session; `cliArg` applies to this run only. */
export type PermissionDestination = 'userSettings' | 'projectSettings' | 'localSettings' | 'session' | 'cliArg';

/** A rule in two parts: `Bash` and `npm test:*`. A rule without content is about every call of the tool. */
export interface RuleValue {
  readonly toolName: string;
  readonly ruleContent?: string | undefined;
}

/** A change of permissions that a person chose when asked. Source: PERM-04. */
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
