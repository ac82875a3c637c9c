import { setFlagsFromString } from 'node:v8';
import { isLoadoutError } from '@loadout/core';
import { tellable } from '../frames/tellable.js';
import type { EngineProcess } from './engine-process.js';
import { type EngineFlags, FLAGS, parseEngineArguments } from './flags.js';
import { print } from './print.js';
import { serveEngine } from './serve-engine.js';
import { errors } from './wire-errors.js';

const OUTPUTS = ['text', 'json', 'stream-json'];
const INPUTS = ['text', 'stream-json'];

/**
 * Runs `loadout` with the flags of the `claude` command: the engine of a program, or one answer. A failed start prints one line
 * on standard error and exits with 1, as programs expect of that command.
 */
export async function runEngine(argv: readonly string[], io: EngineProcess): Promise<number> {
  if (argv.some((word) => word === '--help' || word === '-h')) {
    io.out(engineHelp());
    return 0;
  }
  try {
    const args = parseEngineArguments(argv);
    checkFormats(args.flags);
    staySmall();
    return await (args.flags['input-format'] === 'stream-json' ? serveEngine(args.flags, io) : print(args, io));
  } catch (error) {
    if (!isLoadoutError(error)) throw error;
    io.tell(`Error: ${tellable(error)}\n`);
    return 1;
  }
}

function checkFormats(flags: EngineFlags): void {
  const { 'input-format': input = 'text', 'output-format': output = 'text', verbose } = flags;
  if (!OUTPUTS.includes(output)) throw errors.USAGE_FLAG_CHOICE({ flag: '--output-format', value: output, choices: OUTPUTS });
  if (!INPUTS.includes(input)) throw errors.USAGE_FLAG_CHOICE({ flag: '--input-format', value: input, choices: INPUTS });
  if (input === 'stream-json' && output !== 'stream-json')
    throw errors.USAGE_FLAG_ALONE({ flag: '--input-format=stream-json', needs: '--output-format=stream-json' });
  if (output === 'stream-json' && verbose !== true && input !== 'stream-json')
    throw errors.USAGE_FLAG_ALONE({ flag: '--output-format=stream-json', needs: '--verbose' });
}

const VALUES = { switch: '', value: ' VALUE', number: ' N', list: ' A,B', each: ' VALUE ...' } as const;

/** The text of `loadout --print --help`. */
function engineHelp(): string {
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

/**
 * Makes the collector run as often at turn 400 as at turn 20. Node lets a heap grow before it collects, so an engine that keeps
 * 6 KB of a turn occupied 100 KB more after each (W16). The turns take as long as before.
 */
function staySmall(): void {
  for (const flag of ['--semi-space-growth-factor=1', '--optimize-for-size']) setFlagsFromString(flag);
}
