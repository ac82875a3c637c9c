import { agentArgument, configFlags } from '@loadout/core/commands';
import type { Definition } from './definition.js';
import { runFlags } from './shared-flags.js';

const [model, _output, ...otherFlags] = runFlags;

export const chat = {
  name: 'chat',
  group: 'run',
  summary: 'Start a conversation with an agent, in one session.',
  positionals: [agentArgument],
  flags: [
    ...configFlags,
    model,
    ...otherFlags,
    { name: 'resume', value: 'ID', help: 'Continue this session: its id, the beginning of its id, its name, or latest.' },
    { name: 'continue', help: 'Same as --resume latest.' },
    { name: 'plain', help: 'Print lines and never redraw them, for screen readers. LOADOUT_PLAIN=1 does the same.' },
  ],
  details: [
    'You are asked about calls that no rule decides. A change to a file is shown as a diff first.',
    'Ctrl+C interrupts the current work but not the session. Ctrl+D, /exit, or Ctrl+C twice at an empty prompt ends the session.',
    'chat needs a terminal. In a pipe or in CI, use loadout run.',
  ],
  examples: ['reviewer', '--continue'],
} as const satisfies Definition;
