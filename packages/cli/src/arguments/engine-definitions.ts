import { agentArgument, configFlags, jsonFlag } from '@loadout/core/commands';
import type { Definition } from './definition.js';

const WHERE =
  'LOADOUT_ENGINE and LOADOUT_ENGINE_ADMIN are the addresses of the engine: http://127.0.0.1:8080 and http://127.0.0.1:9070 by default. LOADOUT_ENGINE_KEY_FILE is the file of its key.';

export const submit = {
  name: 'submit',
  group: 'more',
  summary: 'Submit a run to the engine.',
  positionals: [
    agentArgument,
    { name: 'prompt', optional: true, help: "The prompt; - reads it from standard input. Default: the agent's own prompt." },
  ],
  flags: [
    ...configFlags,
    { name: 'session', value: 'RUN', help: 'Continue the session of this run. Prompts of a session run in turn.' },
    { name: 'label', value: 'LABEL', help: 'Give the run only to workers with this label.' },
    {
      name: 'workspace',
      value: 'git:URL#REF',
      help: 'Work in a git repository, on any worker: the files are pushed with each step. REF: a branch, a tag or a commit.',
    },
    { name: 'at', value: 'TIME', help: 'Start later: "in 2h", or a time such as 2026-11-24T08:30.' },
    { name: 'wait', help: 'Show the run while it works, as loadout run does, and wait for its end.' },
    jsonFlag,
  ],
  details: ['Prints the id of the run.', 'With --workspace, git fetch URL refs/loadout/RUN brings the files of the run.', WHERE],
  examples: ['reviewer "Look at the last commit." --wait'],
} as const satisfies Definition;
