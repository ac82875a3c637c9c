import type { Agent, RunResult } from '@loadout/runner';

/**
 * Whether a run came to its answer without having done anything, because each call that would have changed something was denied.
 * A script that looks at the exit code alone must not take that for work done.
 */
export function isAllDenied({ denials, calls }: Pick<RunResult, 'denials' | 'calls'>, { pool }: Pick<Agent, 'pool'>): boolean {
  const toolOf = (name: string) => pool.tools.find((tool) => tool.name === name);
  const wouldChange = denials.some(({ tool_name: name, tool_input: input }) => mayChange(() => toolOf(name)?.isReadOnly(input)));
  return wouldChange && !calls.some(({ name, outcome }) => outcome !== 'denied' && mayChange(() => toolOf(name)?.isReadOnly({})));
}

/** A tool that cannot say so of this input is taken for one that changes something. */
function mayChange(isReadOnly: () => boolean | undefined): boolean {
  try {
    return isReadOnly() !== true;
  } catch {
    return true;
  }
}
