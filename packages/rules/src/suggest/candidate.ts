import type { PermissionRule } from '@loadout/core/run';

/** The calls that a rule names: one call, the files of a folder, the words behind a subcommand, the hosts of a domain, or a whole tool. */
export type Width = 'call' | 'folder' | 'command' | 'domain' | 'tool';

export interface Candidate {
  readonly rule: PermissionRule;
  readonly text: string;
  readonly width: Width;
  /** The exact rules that it stands for. */
  readonly covers: readonly string[];
  /** A call beyond the record that the rule is about too. Absent for a rule of one call. */
  readonly example?: string | undefined;
}

/** The number of different files, commands, hosts or inputs after which a rule may be wider than they are. */
export const ENOUGH = 3;

/** Leaves out a rule whose calls a wider one before it covers. */
export function widest<One extends Candidate>(candidates: readonly One[]): readonly One[] {
  const covered = new Set<string>();
  return candidates.filter(({ covers }) => {
    if (covers.every((text) => covered.has(text))) return false;
    for (const text of covers) covered.add(text);
    return true;
  });
}
