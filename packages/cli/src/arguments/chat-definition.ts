import type { Definition } from './definition.js';
import { agentArgument, configFlags, runFlags } from './shared-flags.js';

const [model, _output, ...otherFlags] = runFlags;

export const chat = {
  name: 'chat',
  summary: 'Talk with an agent: one prompt after the other, in one session.',
  positionals: [agentArgument],
  flags: [
    ...configFlags,
    model,
    ...otherFlags,
    { name: 'resume', value: 'ID', help: 'Go on with a session; latest is the newest of this folder.' },
    { name: 'continue', help: 'The same as --resume latest.' },
  ],
  details: [
    'What the rules do not decide you are asked about; a change of a file is shown as one before.',
    'Ctrl+C interrupts what is under way and not the session. Ctrl+D, /exit, or Ctrl+C twice at an empty prompt end it.',
    'It needs a terminal. In a pipe and in CI: loadout run.',
  ],
} as const satisfies Definition;
