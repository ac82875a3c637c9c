import type { Analysis } from '@loadout/shell-rules';

const MAY_NOT = new Set(['sleep', 'git']);

/**
 * Tests whether a command may continue in the background after its timeout: not a wait, not git, which would lock the repository
 * for later commands, and not a command that could not be parsed. Source: TOOL-BASH-05.
 */
export function mayGoOn(analysis: Analysis): boolean {
  if (analysis.unclear !== undefined) return false;
  return analysis.commands.every(
    ({ words: [program] }) => typeof program === 'string' && !MAY_NOT.has(program.slice(program.lastIndexOf('/') + 1)),
  );
}

/**
 * Tests whether the command may still write to paths that were checked before other calls. A single command opens its files at
 * once.
 */
export const mayGoOnWriting = (analysis: Analysis): boolean => mayGoOn(analysis) && analysis.commands.length > 1;
