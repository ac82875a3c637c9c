import type { Analysis } from '../analyse/analyse.js';

const MAY_NOT = new Set(['sleep', 'git']);

/**
 * Whether a command whose time is up may go on in the background: not a wait, not git, which locks the repository for
 * whatever comes next, and nothing that could not be read. Source: TOOL-BASH-05.
 */
export function mayGoOn(analysis: Analysis | undefined): boolean {
  if (analysis === undefined || analysis.unclear !== undefined) return false;
  return analysis.commands.every(
    ({ words: [program] }) => typeof program === 'string' && !MAY_NOT.has(program.slice(program.lastIndexOf('/') + 1)),
  );
}

/** Whether it may still write what was looked at before other calls: a single command opens its files at once. */
export const mayGoOnWriting = (analysis: Analysis): boolean => mayGoOn(analysis) && analysis.commands.length > 1;
