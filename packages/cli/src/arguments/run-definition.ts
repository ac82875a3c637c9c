import { agentArgument, configFlags } from '@loadout/core/commands';
import type { Definition } from './definition.js';
import { runFlags, viewFlag } from './shared-flags.js';

export const run = {
  name: 'run',
  group: 'run',
  summary: 'Run an agent once.',
  positionals: [
    { ...agentArgument, help: 'The agent to run. If the only argument is not the name of an agent, it is the prompt.' },
    {
      name: 'prompt',
      optional: true,
      help: "The prompt; - reads it from standard input. Default: the agent's own prompt, else standard input.",
    },
  ],
  flags: [
    ...configFlags,
    ...runFlags,
    viewFlag,
    { name: 'resume', value: 'ID', help: 'Continue this session: its id, the beginning of its id, its name, or latest.' },
    { name: 'continue', help: 'Same as --resume latest.' },
  ],
  details: [
    'On a terminal, the answer and the progress are both shown. In a pipe, standard output carries only the answer, and standard error the progress.',
    'On a terminal, you are asked about calls that no rule decides. In a pipe, such a call is denied, and the reason names the rule that would allow it.',
    'A single word that is nearly the name of an agent is not sent as a prompt. Write a prompt of one word behind --, or behind the agent.',
    'Ctrl+C interrupts the run so that it can be resumed; a second Ctrl+C ends the process at once.',
  ],
  examples: [
    '"What is in this folder?"',
    'reviewer "Look at the last commit." --output json',
    'reviewer "Add a test." --permission-mode acceptEdits --allow "Bash(npm test:*)"',
  ],
} as const satisfies Definition;
