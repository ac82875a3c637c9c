import type { PermissionMode } from '@loadout/core';
import type { AgentOptions } from '@loadout/runner';

/** The flags of `ruleFlags`. */
interface PermissionFlags {
  readonly 'permission-mode'?: string | undefined;
  readonly allow: readonly string[];
  readonly ask: readonly string[];
  readonly deny: readonly string[];
}

/** The rules and the mode that the flags add to those of an agent. */
export function permissionOverrides(flags: PermissionFlags): NonNullable<AgentOptions['permissions']> {
  const mode = flags['permission-mode'] as PermissionMode | undefined;
  return { ...(mode === undefined ? {} : { mode }), allow: flags.allow, ask: flags.ask, deny: flags.deny };
}
