import { type CommandFlag, ruleFlags } from '@loadout/core/commands';

/** The flags of one run, for `run` and `resume`. */
export const runFlags = [
  { name: 'model', value: 'NAME', help: 'An alias under models, or provider/id.' },
  {
    name: 'output',
    value: 'FORMAT',
    choices: ['text', 'json', 'stream-json'],
    help: 'text, json (one document at the end) or stream-json (one line per event). Default: text.',
  },
  { name: 'max-turns', value: 'N', help: 'The most turns that run tools.' },
  ...ruleFlags,
  { name: 'tools', value: 'A,B', help: "Use these tools instead of the agent's: names and patterns, separated by commas." },
  { name: 'fork', help: 'Continue in a copy of the session.' },
  { name: 'name', value: 'TEXT', help: 'Name the session, to find it by this name.' },
  { name: 'record', value: 'FILE', help: "Record the model's answers to a cassette." },
  { name: 'replay', value: 'FILE', help: 'Answer from a cassette, without a key or network.' },
  { name: 'trace', value: 'DIR', help: 'Append each event as one line to DIR/<session>/trace.jsonl.' },
  { name: 'verbose', help: 'Also show thinking, hooks, inputs and results.' },
  { name: 'no-color', help: 'Print no colours. The environment variable NO_COLOR does the same.' },
] as const satisfies readonly CommandFlag[];

export const viewFlag = {
  name: 'view',
  value: 'FILE',
  help: 'Write the run as one HTML file when it has ended, also when it fails. The same as loadout view --export.',
} as const;
