import type { Definition } from './definition.js';
import { agentArgument, configFlags, jsonFlag, runFlags } from './shared-flags.js';

export const scheduleRun = {
  name: 'schedule run',
  summary: 'Fire the durable jobs of this workspace as runs of an agent, until Ctrl+C.',
  positionals: [agentArgument],
  flags: [
    ...configFlags,
    { name: 'permission-mode', value: 'MODE', choices: runFlags[3].choices, help: runFlags[3].help },
    { name: 'allow', value: 'RULE', repeat: true, help: runFlags[4].help },
    { name: 'ask', value: 'RULE', repeat: true, help: runFlags[5].help },
    { name: 'deny', value: 'RULE', repeat: true, help: runFlags[6].help },
    { name: 'once', help: 'Only what is due now. The exit code is 1 when one of them fails.' },
  ],
  details: [
    'Jobs are those that CronCreate made with durable: true. Nobody is there to ask: what would be asked is denied.',
    'What was under way when it ended, however it ended, goes on in its own session when it is started again.',
  ],
} as const satisfies Definition;

export const scheduleList = {
  name: 'schedule list',
  summary: 'List the durable jobs of this workspace, with the next time of each.',
  positionals: [],
  flags: [...configFlags, jsonFlag],
} as const satisfies Definition;
