import type { RunFiles } from '@loadout/engine-restate';

/** The command that brings the files of a run. */
export const fetchLine = ({ remote, ref }: RunFiles): string => `Files: git fetch ${remote} ${ref}`;
