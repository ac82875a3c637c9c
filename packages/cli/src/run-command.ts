import { nearest } from '@loadout/core';
import type { CommandCall, CommandDefinition } from '@loadout/core/commands';
import type { Command } from './arguments/command.js';
import { findDefinition } from './arguments/definition.js';
import { definitions } from './arguments/definitions.js';
import { parseArguments } from './arguments/parse-arguments.js';
import { chat, run } from './arguments/run-definitions.js';
import { execute } from './commands/run.js';
import { errors } from './errors.js';
import type { Io } from './io.js';
import { absentCommand, allCommands, ownCommands } from './packaged/own-commands.js';
import { shieldChildren } from './serve/shield-children.js';

/** The word with which completion scripts call: `loadout __complete -- words…`. It is not a command for people. */
const COMPLETE = '__complete';

/** Loads all that `run` does without. */
const loadOthers = () => import('./commands/others.js');

/** Runs the typed command and returns its exit code. Throws USAGE_COMMAND_UNKNOWN, and PACKAGE_MISSING for a known one. */
export async function runCommand(argv: readonly string[], io: Io): Promise<number> {
  if (argv[0] === COMPLETE) {
    const { complete } = await loadOthers();
    return complete(argv.slice(2), io);
  }
  const own = ownCommands(argv[0]);
  const found = findDefinition(argv, [...definitions, ...own.map(({ definition }) => definition)]);
  if (found === undefined) return runMounted(argv, io);
  refuseAbsent(argv, found.definition);
  const args = readArguments(found.definition, found.rest);
  const packaged = own.find(({ definition }) => definition === found.definition);
  if (packaged === undefined) return (await commandOf(found.definition))(args, io);
  return (await loadOthers()).runPackaged(packaged, args, io);
}

/** Throws PACKAGE_MISSING for a command of a package that is not installed. `loadout tools run` means no agent `run` of `loadout tools`. */
function refuseAbsent(argv: readonly string[], found?: CommandDefinition): void {
  const absent = absentCommand(argv, found);
  if (absent !== undefined) throw errors.PACKAGE_MISSING({ ...absent, needs: `loadout ${absent.name}` });
}

/** Runs the command of a plugin that the configuration mounts. */
async function runMounted(argv: readonly string[], io: Io): Promise<number> {
  refuseAbsent(argv);
  const { findMounted, listMounted, runPackaged } = await loadOthers();
  const mounted = await findMounted(argv, io);
  if (mounted === undefined) throw unknownCommand(argv, [...allCommands(), ...(await listMounted(io))]);
  const { definition } = mounted;
  const args = readArguments(definition, argv.slice(definition.name.split(' ').length));
  return runPackaged(mounted, args, io);
}

function readArguments(definition: CommandDefinition, rest: readonly string[]): CommandCall {
  const args = parseArguments(definition, rest);
  if (isForPrograms(args.flags)) shieldChildren();
  return args;
}

/** Loads the command of a definition, whose arguments it takes. */
async function commandOf({ name }: CommandDefinition): Promise<Command<CommandDefinition>> {
  if (name === run.name) return execute as Command<CommandDefinition>;
  // The first frame of a chat waits for what is loaded here.
  if (name === chat.name) return (await import('./commands/chat.js')).execute as Command<CommandDefinition>;
  const { others } = await loadOthers();
  return others[name as keyof typeof others] as Command<CommandDefinition>;
}

/** Whether standard output is one document, or a line of JSON for each event. */
const isForPrograms = ({ json, output }: { readonly json?: unknown; readonly output?: unknown }): boolean =>
  json === true || (output !== undefined && output !== 'text');

function unknownCommand(argv: readonly string[], commands: readonly CommandDefinition[]) {
  const [first = '', second = ''] = argv;
  const names = commands.map((one) => one.name);
  const family = names.filter((name) => name.startsWith(`${first} `));
  const whole = nearest(`${first} ${second}`, family.length > 0 ? family : names);
  const near = family.length > 0 ? (second === '' ? undefined : whole) : (nearest(first, names) ?? whole);
  const meant = near === undefined ? family : [near];
  const nearby = meant.length === 0 ? undefined : meant.map((name) => `loadout ${name}`).join(' or ');
  const isBelow = family.length > 0 && second !== '' && !second.startsWith('-');
  return errors.USAGE_COMMAND_UNKNOWN({ name: isBelow ? `${first} ${second}` : first, nearest: nearby });
}
