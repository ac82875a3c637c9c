import { nearest } from '@loadout/core';
import { definitions } from './arguments/definitions.js';
import { findDefinition } from './arguments/find-definition.js';
import { parseArguments } from './arguments/parse-arguments.js';
import { commands } from './commands/commands.js';
import { errors } from './errors.js';
import { exitCodeOfError } from './exit-code.js';
import type { Io } from './io.js';
import { endProcess, processIo, watchEnd } from './process-io.js';
import { tellFailure } from './tell-failure.js';

/** From the arguments to the exit code of this process. */
export async function runCommandLine(argv: readonly string[]): Promise<void> {
  const io = processIo();
  const ended = watchEnd(io);
  const code = await exitCodeFor(argv, io);
  ended();
  endProcess(code);
}

async function exitCodeFor(argv: readonly string[], io: Io): Promise<number> {
  try {
    const found = findDefinition(argv);
    if (found === undefined) throw unknownCommand(argv);
    const args = parseArguments(found.definition, found.rest);
    const { execute } = await commands[found.definition.name as keyof typeof commands]();
    // Each takes what its own definition parses to.
    return await execute(args as never, io);
  } catch (error) {
    await tellFailure(error, io);
    return exitCodeOfError(error);
  }
}

function unknownCommand(argv: readonly string[]) {
  const [first = '', second = ''] = argv;
  const names = definitions.map((one) => one.name);
  const near =
    nearest(first, names) ?? names.find((name) => name.startsWith(`${first} `)) ?? nearest(`${first} ${second}`, names);
  return errors.USAGE_COMMAND_UNKNOWN({ name: first, nearest: near === undefined ? undefined : `loadout ${near}` });
}
