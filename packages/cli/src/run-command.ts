import { nearest } from '@loadout/core';
import type { Definition } from './arguments/definition.js';
import { definitions } from './arguments/definitions.js';
import { findDefinition } from './arguments/find-definition.js';
import { parseArguments } from './arguments/parse-arguments.js';
import { run } from './arguments/run-definition.js';
import { wantedAt } from './arguments/wanted-at.js';
import type { Command } from './commands/command.js';
import { execute } from './commands/run.js';
import { errors } from './errors.js';
import type { Io } from './io.js';
import { shieldChildren } from './serve/shield-children.js';

/** The word with which completion scripts call: `loadout __complete -- words…`. It is not a command for people. */
const COMPLETE = '__complete';
/** The word with which a kill test starts its processes. */
const PLAY = '__play';

/** Loads all commands but `run`. */
const loadOthers = () => import('./commands/others.js');

/** Runs the typed command and returns its exit code. Throws USAGE_COMMAND_UNKNOWN. */
export async function runCommand(argv: readonly string[], io: Io): Promise<number> {
  if (argv[0] === COMPLETE) {
    const { complete } = await loadOthers();
    return complete(wantedAt(argv.slice(2)), io);
  }
  if (argv[0] === PLAY) return (await loadOthers()).playJob(argv[1] ?? '');
  const found = findDefinition(argv);
  if (found === undefined) throw unknownCommand(argv);
  const args = parseArguments(found.definition, found.rest);
  if (isForPrograms(args.flags)) shieldChildren();
  return (await commandOf(found.definition))(args, io);
}

/** Loads the command of a definition, whose arguments it takes. */
async function commandOf({ name }: Definition): Promise<Command<Definition>> {
  if (name === run.name) return execute as Command<Definition>;
  const { others } = await loadOthers();
  return others[name as keyof typeof others] as Command<Definition>;
}

/** Whether standard output is one document, or a line of JSON for each event. */
const isForPrograms = ({ json, output }: { readonly json?: unknown; readonly output?: unknown }): boolean =>
  json === true || (output !== undefined && output !== 'text');

function unknownCommand(argv: readonly string[]) {
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
