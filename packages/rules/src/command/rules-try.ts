import { configFlags, defineCommand, jsonFlag } from '@loadout/core/commands';

export const definition = {
  name: 'rules try',
  group: 'look',
  summary: 'Play the rules of another version against every recorded call, and show each decision that turns.',
  positionals: [{ name: 'file', optional: true, help: 'A configuration whose rules are the new ones.' }],
  flags: [
    ...configFlags,
    { name: 'ref', value: 'REF', help: 'A git ref. The rules of the configuration there are the old ones.' },
    jsonFlag,
  ],
  examples: ['--ref main', 'stricter.yaml'],
} as const;

export default defineCommand(definition, async () => 0);
