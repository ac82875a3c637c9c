import { agentArgument, type CommandFlags, configFlags, ruleFlags } from '@loadout/core/commands';

export const definition = {
  name: 'acp',
  group: 'share',
  summary: 'Serve an agent to an editor such as Zed over the Agent Client Protocol.',
  positionals: [agentArgument],
  flags: [
    ...configFlags,
    ...ruleFlags,
    { name: 'setup', help: 'Show which model the agent would use here and what is missing for it, and exit.' },
  ],
  details: [
    'Standard input and output carry only the protocol; messages for a person go to standard error. Each session reads the configuration of its own folder. The command ends when the editor disconnects.',
    'The editor asks you about calls that the rules leave to a person, and shows the rule with its file and line.',
  ],
  examples: ['', 'reviewer', '--setup'],
} as const;

export type AcpFlags = CommandFlags<typeof definition>;
