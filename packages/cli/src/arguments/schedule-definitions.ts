import { agentArgument, configFlags, jsonFlag, logFlag, ruleFlags } from '@loadout/core/commands';
import type { Definition } from './definition.js';

export const scheduleRun = {
  name: 'schedule run',
  group: 'run',
  summary: 'Run the durable jobs of this workspace when they are due, until Ctrl+C.',
  positionals: [agentArgument],
  flags: [
    ...configFlags,
    ...ruleFlags,
    { name: 'once', help: 'Run only the jobs that are due now. The exit code is 1 if one of them fails.' },
    logFlag,
  ],
  details: [
    'Durable jobs are created by CronCreate with durable: true. Nobody can be asked, so a call that needs approval is denied.',
    'If the command ends during a job, for any reason, the next start continues that job in its own session.',
  ],
  examples: ['assistant --once'],
} as const satisfies Definition;

export const scheduleList = {
  name: 'schedule list',
  group: 'run',
  summary: 'List the durable jobs of this workspace and when each runs next.',
  positionals: [],
  flags: [...configFlags, { name: 'engine', help: 'List the scheduled jobs of the engine instead, of all sessions.' }, jsonFlag],
  examples: ['--json'],
} as const satisfies Definition;
