import type { PermissionRule } from '@loadout/core/run';

/** The calls that a rule names: one call, the files of a folder, the words behind a subcommand, the hosts of a domain, or a whole tool. */
export type Width = 'call' | 'folder' | 'command' | 'domain' | 'tool';

export interface Candidate {
  readonly rule: PermissionRule;
  readonly text: string;
  readonly width: Width;
  /** The exact rules that it stands for. */
  readonly covers: readonly string[];
  /** A call beyond the record that the rule would allow. Absent for a rule of one call. */
  readonly example?: string | undefined;
}

/** The number of different files, commands, hosts or inputs after which a rule may be wider than they are. */
export const ENOUGH = 3;
