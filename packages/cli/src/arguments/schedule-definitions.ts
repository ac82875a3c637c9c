import type { Definition } from './definition.js';
import { agentArgument, configFlags, jsonFlag, logFlag, runFlags } from './shared-flags.js';

export const scheduleRun = {
  name: 'schedule run',
  summary: 'Run the durable jobs of this workspace when they are due, until Ctrl+C.',
  positionals: [agentArgument],
  flags: [
    ...configFlags,
    { name: 'permission-mode', value: 'MODE', choices: runFlags[3].choices, help: runFlags[3].help },
    { name: 'allow', value: 'RULE', repeat: true, help: runFlags[4].help },
    { name: 'ask', value: 'RULE', repeat: true, help: runFlags[5].help },
    { name: 'deny', value: 'RULE', repeat: true, help: runFlags[6].help },
    { name: 'once', help: 'Run only the jobs that are due now. The exit code is 1 if one of them fails.' },
    logFlag,
  ],
  details: [
    'Durable jobs are created by CronCreate with durable: true. Nobody can be asked, so a call that needs approval is denied.',
    'If the command ends during a job, for any reason, the next start continues that job in its own session.',
  ],
} as const satisfies Definition;

export const scheduleList = {
  name: 'schedule list',
  summary: 'List the durable jobs of this workspace and when each runs next.',
  positionals: [],
  flags: [...configFlags, { name: 'engine', help: 'List the scheduled jobs of the engine instead, of all sessions.' }, jsonFlag],
} as const satisfies Definition;
