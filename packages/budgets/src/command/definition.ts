import { type CommandFlags, jsonFlag } from '@loadout/core/commands';

export const definition = {
  name: 'cost',
  group: 'look',
  summary: 'Show what requests to models have cost in this folder.',
  positionals: [],
  flags: [
    {
      name: 'by',
      value: 'WHAT',
      choices: ['day', 'agent', 'model', 'session', 'user', 'config'],
      help: 'One line for each day, agent, model, session, user or configuration. Default: day.',
    },
    { name: 'all', help: 'Count the requests of every folder on this machine.' },
    { name: 'since', value: 'WHEN', help: 'A time such as 7d or 12h, or a day such as 2026-11-01. Default: 30d.' },
    {
      name: 'engine',
      excludes: ['by', 'since', 'all'],
      help: 'Show the budgets that the workers of the engine share, instead of the requests of this machine.',
    },
    jsonFlag,
  ],
  details: [
    'Counts the configurations in the folder of the nearest configuration, or else this folder, and below it. `--by config` counts those of every folder.',
    'Days are UTC days. A request whose price or usage is unknown is counted as unknown, not as zero.',
    'A request whose process was killed before the answer ended counts as the most that it could have cost.',
  ],
  examples: ['--by model --since 7d', '--all --by config'],
} as const;

export type CostFlags = CommandFlags<typeof definition>;
