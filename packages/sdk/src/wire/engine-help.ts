import { FLAGS } from './flags.js';

const VALUES = { switch: '', value: ' VALUE', number: ' N', list: ' A,B', each: ' VALUE ...' } as const;

/** The text of `loadout --print --help`. */
export function engineHelp(): string {
  const flags = Object.entries(FLAGS).map(([name, kind]) => `  --${name}${VALUES[kind]}`);
  return [
    'Usage: loadout --print "prompt" [flags]',
    '       loadout --input-format stream-json --output-format stream-json [flags]',
    '',
    'One answer, or the engine of a program that is written for the Claude Agent SDK. The flags are those of the claude',
    'command, as --flag value or --flag=value, and mean the same. Loadout has two more: --agent-config names a',
    'configuration whose plugins, rules and budgets hold as well, --permission-prompt-timeout says after how many',
    'seconds a question of the engine counts as denied.',
    '',
    'Flags:',
    ...flags,
    '',
    'Exit codes with --print: 0 done, 1 failed or not started, 3 a budget was reached, 130 interrupted.',
    'Exit codes of the engine: 0 done, 1 the last turn failed or it could not start. 2: @loadout/sdk is not installed.',
    '',
  ].join('\n');
}
