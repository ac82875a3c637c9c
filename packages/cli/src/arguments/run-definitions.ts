import { agentArgument, type CommandDefinition, type CommandFlag, configFlags, ruleFlags } from '@loadout/core/commands';

/** The flags of one run, for `run` and `resume`. */
const runFlags = [
  { name: 'model', value: 'NAME', help: 'An alias under models, or provider/id.' },
  {
    name: 'output',
    value: 'FORMAT',
    choices: ['text', 'json', 'stream-json'],
    help: 'text, json (one document at the end) or stream-json (one line per event). Default: text.',
  },
  { name: 'max-turns', value: 'N', form: 'count', help: 'The maximum number of turns that run tools.' },
  ...ruleFlags,
  { name: 'tools', value: 'A,B', help: "Use these tools instead of the agent's: names and patterns, separated by commas." },
  { name: 'fork', help: 'Continue in a copy of the session.' },
  { name: 'name', value: 'TEXT', help: 'Name the session, to find it by this name.' },
  { name: 'record', value: 'FILE', excludes: ['replay'], help: "Record the model's answers to a cassette." },
  { name: 'replay', value: 'FILE', help: 'Answer from a cassette, without a key or network.' },
  { name: 'trace', value: 'DIR', help: 'Append each event as one line to DIR/<session>/trace.jsonl.' },
  { name: 'verbose', help: 'Also show thinking, hooks, inputs and results.' },
  { name: 'no-color', help: 'Print no colours. The environment variable NO_COLOR does the same.' },
] as const satisfies readonly CommandFlag[];

const viewFlag = {
  name: 'view',
  value: 'FILE',
  help: 'Write the run as one HTML file when it has ended, also when it fails. The same as loadout view --export.',
} as const;

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
    { name: 'continue', excludes: ['resume'], help: 'Same as --resume latest.' },
  ],
  details: [
    'On a terminal, the answer and the progress are both shown. In a pipe, standard output carries only the answer, and standard error the progress.',
    'On a terminal, you are asked about calls that no rule decides. In a pipe, such a call is denied, and the reason names the rule that would allow it.',
    'A single word that is nearly the name of an agent is not sent as a prompt. Write a prompt of one word after --, or after the agent.',
    'Ctrl+C interrupts the run so that it can be resumed; a second Ctrl+C ends the process at once.',
  ],
  examples: [
    '"What is in this folder?"',
    'reviewer "Look at the last commit." --output json',
    'reviewer "Add a test." --permission-mode acceptEdits --allow "Bash(npm test:*)"',
  ],
} as const satisfies CommandDefinition;

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
    { name: 'continue', excludes: ['resume'], help: 'Same as --resume latest.' },
    { name: 'plain', help: 'Print lines and never redraw them, for screen readers. LOADOUT_PLAIN=1 does the same.' },
  ],
  details: [
    'You are asked about calls that no rule decides. A change to a file is shown as a diff first.',
    'Ctrl+C interrupts the current work but not the session. Ctrl+D, /exit, or Ctrl+C twice at an empty prompt ends the session.',
    'chat needs a terminal. In a pipe or in CI, use loadout run.',
  ],
  examples: ['reviewer', '--continue'],
} as const satisfies CommandDefinition;

export const resume = {
  name: 'resume',
  group: 'run',
  summary: 'Continue a session.',
  positionals: [
    { name: 'session', help: 'The id of the session, the beginning of its id, its name, or latest.' },
    { name: 'prompt', optional: true, help: 'The next prompt. Default: continue the interrupted work.' },
  ],
  flags: [
    ...configFlags,
    ...runFlags,
    viewFlag,
    { name: 'engine', help: 'Continue a session of the engine, and wait for its answer. A prompt is required.' },
  ],
  examples: ['latest', 'latest "Now write the tests."'],
} as const satisfies CommandDefinition;
