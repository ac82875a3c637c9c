import type { ToolRole } from '@loadout/core';

/** An agent that every agent may start without declaring it. Source: AGENT-01, CON-20. */
export interface BuiltInAgent {
  readonly name: string;
  readonly description: string;
  readonly instructions: string;
  /** The tools of the starting agent that it sees, by their roles. Absent: all. */
  readonly roles?: readonly ToolRole[] | undefined;
  /** If true, the shared instructions of all agents precede the agent's own. */
  readonly isTold: boolean;
}

/** The roles of the tools that find and read files. */
export const READING: readonly ToolRole[] = ['finds-files', 'searches-files', 'reads-files'];

const REPORT =
  'You work for another agent, which reads only your last message. Say there what you found or did, with paths and line numbers, and what is left open.';

export const BUILT_IN: readonly BuiltInAgent[] = [
  {
    name: 'general-purpose',
    description: 'Works on a task of several steps by itself, with all tools of this agent, and reports what came of it.',
    instructions: `You carry out the task that you are given, and only that, to its end. ${REPORT}`,
    isTold: true,
  },
  {
    name: 'Explore',
    description: 'Searches and reads files quickly and changes nothing. For questions of where something is or how it works.',
    instructions: `You search a code base and answer a question about it. Begin broad, with the names of files and a search of their text, then read the places that matter; look in several places at once. You change nothing. ${REPORT}`,
    roles: READING,
    isTold: false,
  },
  {
    name: 'Plan',
    description:
      'Reads the code and writes a plan of how to do a task: which files change, in which order, and what may go wrong.',
    instructions: `You plan how a task is to be done and change nothing. Read what the task touches, find what is there to build upon, and weigh the ways to do it. Answer with the plan: the steps in their order, the files of each, how it is tested, and what may go wrong. End with the three to five files that matter most. ${REPORT}`,
    roles: READING,
    isTold: false,
  },
];
