import { nearest } from '@loadout/core';
import type { Definition } from './arguments/definition.js';
import { findDefinition } from './arguments/find-definition.js';
import { parseArguments } from './arguments/parse-arguments.js';
import type { Command } from './commands/command.js';
import { commands } from './commands/commands.js';
import { errors } from './errors.js';
import type { Io } from './io.js';

/** The word with which completion scripts call: `loadout __complete -- words…`. It is no command for people. */
const COMPLETE = '__complete';
/** The word with which a kill test starts its processes. */
const PLAY = '__play';

/** Runs the typed command and returns its exit code. Throws USAGE_COMMAND_UNKNOWN. */
export async function runCommand(argv: readonly string[], io: Io): Promise<number> {
  if (argv[0] === COMPLETE) {
    const [{ wantedAt }, { complete }] = await Promise.all([
      import('./arguments/wanted-at.js'),
      import('./commands/complete.js'),
    ]);
    return complete(await wantedAt(argv.slice(2)), io);
  }
  if (argv[0] === PLAY) return (await import('./test/kill/play-job.js')).playJob(argv[1] ?? '');
  const found = await findDefinition(argv);
  if (found === undefined) throw await unknownCommand(argv);
  const args = parseArguments(found.definition, found.rest);
  if (isForPrograms(args.flags)) (await import('./serve/shield-children.js')).shieldChildren();
  // Each command takes the arguments of its own definition.
  const { execute } = (await commands[found.definition.name as keyof typeof commands]()) as {
    readonly execute: Command<Definition>;
  };
  return await execute(args, io);
}

/** Whether standard output is one document, or a line of JSON for each event. */
const isForPrograms = ({ json, output }: { readonly json?: unknown; readonly output?: unknown }): boolean =>
  json === true || (output !== undefined && output !== 'text');

async function unknownCommand(argv: readonly string[]) {
  const { definitions } = await import('./arguments/definitions.js');
  const [first = '', second = ''] = argv;
  const names = definitions.map((one) => one.name);
  const family = names.filter((name) => name.startsWith(`${first} `));
  const whole = nearest(`${first} ${second}`, family.length > 0 ? family : names);
  const near = family.length > 0 ? (second === '' ? undefined : whole) : (nearest(first, names) ?? whole);
  const meant = near === undefined ? family : [near];
  const nearby = meant.length === 0 ? undefined : meant.map((name) => `loadout ${name}`).join(' or ');
  const isBelow = family.length > 0 && second !== '' && !second.startsWith('-');
  return errors.USAGE_COMMAND_UNKNOWN({ name: isBelow ? `${first} ${second}` : first, nearest: nearby });
}
