import type { PermissionMode } from '@loadout/core';
import type { PermissionBehavior, PermissionDecision, PermissionRule } from '@loadout/core/run';

export interface Decider {
  parseRules(texts: readonly string[], behavior: PermissionBehavior): PermissionRule[];
  decide(command: string, rules: readonly PermissionRule[]): PermissionDecision;
}
export function createDecider(options: {
  core: object;
  shell: object;
  cwd: string;
  home?: string;
  mode?: PermissionMode;
  env?: Readonly<Record<string, string>>;
}): Decider;
