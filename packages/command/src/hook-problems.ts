import type { AgentEvent } from '@loadout/runner';

/** The line about a hook that failed, for a person. A hook that worked has none. */
export const hookProblems = ({ name, event, problem }: Extract<AgentEvent, { type: 'hook' }>): readonly string[] =>
  problem === undefined ? [] : [`hook ${name} (${event}): ${problem}`];
