import { isLoadoutError } from '@loadout/core';
import { tellable } from '../frames/tellable.js';
import { engineHelp } from './engine-help.js';
import type { EngineProcess } from './engine-process.js';
import { type EngineFlags, parseEngineArguments } from './flags.js';
import { print } from './print.js';
import { serveEngine } from './serve-engine.js';
import { staySmall } from './stay-small.js';
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
