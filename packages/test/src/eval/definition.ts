import { type CommandFlags, configFlags, jsonFlag } from '@loadout/core/commands';

export const definition = {
  name: 'eval',
  group: 'run',
  summary: 'Measure how often an agent is right, what it costs, and whether a model, a prompt or a change is better.',
  positionals: [{ name: 'name', optional: true, help: 'A part of the name of an eval or of its file. Default: all evals.' }],
  flags: [
    ...configFlags,
    {
      name: 'variant',
      value: 'NAME',
      repeat: true,
      help: 'Run only this variant, or other ones: model=fast,smart, agent=a,b or profile=a,b.',
    },
    { name: 'cases', value: 'N', form: 'count', help: 'Run N of the cases, chosen by their ids: the same ones each time.' },
    { name: 'repeat', value: 'N', form: 'count', help: 'Run each case N times, whatever the file says.' },
    {
      name: 'jobs',
      value: 'N',
      form: 'count',
      help: 'The number of runs at once. Default: 4. Limits of a provider slow all of them.',
    },
    { name: 'resume', help: 'Continue the last run of the eval where it was stopped. Finished runs are not repeated.' },
    { name: 'save', value: 'FILE', help: 'Write the results to a file, for --compare and for loadout view.' },
    { name: 'compare', value: 'FILE', help: 'Compare with saved results. Exits with 1 for a loss that is more than noise.' },
    {
      name: 'max-errors',
      value: 'PERCENT',
      form: 'count',
      help: 'The share of runs that may fail at the provider. Above it there is no verdict. Default: 10.',
    },
    {
      name: 'from-session',
      value: 'ID',
      help: 'Print a case made from a session. latest is the newest session of this folder; all means each of them.',
    },
    { name: 'agent', value: 'NAME', needs: 'from-session', help: 'With --from-session all: only the sessions of this agent.' },
    {
      name: 'since',
      value: 'TIME',
      needs: 'from-session',
      help: 'With --from-session all: only sessions since then, such as 7d, 12h or 2026-11-01.',
    },
    {
      name: 'limit',
      value: 'N',
      form: 'count',
      needs: 'from-session',
      help: 'With --from-session all: the N newest of these.',
    },
    {
      name: 'write',
      value: 'FILE',
      needs: 'from-session',
      help: 'With --from-session: add the cases to this file instead of printing them.',
    },
    jsonFlag,
  ],
  details: [
    'An eval is a test with cases, variants or score. A run without answers in the test asks the real model and costs money, which budget limits.',
    'A run that fails at the provider is not counted as a failure of the agent, and --resume does it again.',
    'The exit code is 0 if everything was measured, 1 if a share is below pass, or for a loss with --compare, 2 for an invalid file, 3 if the budget was spent, 6 without trust, and 7 if too many runs failed at the provider.',
  ],
  examples: [
    '"answers from the handbook" --save evals/main.jsonl',
    '--compare evals/main.jsonl',
    '--variant model=fast,smart --cases 20',
    '--from-session all --since 7d --write evals/sessions.jsonl',
  ],
} as const;

export type EvalFlags = CommandFlags<typeof definition>;
