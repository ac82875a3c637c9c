import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { CommandDefinition, CommandManifest } from '@loadout/core/commands';
import { definitions } from '../arguments/definitions.js';

/** JSON, written in by the build and by vitest from the manifests of the packages (`configs/first-party.js`). */
declare const __FIRST_PARTY_COMMANDS__: string;

/** The packages of Loadout's own commands, by the name of the command: for the message about a package that is not installed. */
const PACKAGES: Readonly<Record<string, string>> = JSON.parse(__FIRST_PARTY_COMMANDS__);

/** A command that a package brings. */
export interface PackagedCommand {
  readonly definition: CommandDefinition;
  readonly use: string;
  /** The file of its module. */
  readonly file: string;
  /** The mount name of a plugin. Absent for a package of Loadout. */
  readonly mount?: string | undefined;
}

/**
 * The commands of Loadout's own packages that are installed with this command, or those that begin with one word. A package of
 * that name in the folder of a project is code of the project and is not looked for. Nothing runs.
 */
export function ownCommands(first?: string): readonly PackagedCommand[] {
  const names = Object.keys(PACKAGES).filter((name) => first === undefined || firstWord(name) === first);
  return [...new Set(names.map((name) => PACKAGES[name] ?? ''))].flatMap(commandsOf);
}

/** The commands of this package and of Loadout's other packages that are installed with it, in the order of the help. */
export const allCommands = (): readonly CommandDefinition[] => [
  ...definitions,
  ...ownCommands().map(({ definition }) => definition),
];

/** Whether a command of Loadout begins with this word, installed or not. No command of a plugin does. */
export const isOwnWord = (word: string): boolean =>
  word === 'help' ||
  [...definitions, ...Object.keys(PACKAGES).map((name) => ({ name }))].some(({ name }) => firstWord(name) === word);

const firstWord = (name: string) => name.split(' ', 1)[0];

/** A command of a package that is not installed. */
interface AbsentCommand {
  readonly name: string;
  readonly use: string | readonly string[];
  readonly fix?: string | undefined;
}

/**
 * The known command that the arguments begin with, if its package is not installed and no other command has more of the words.
 * `found`: the command that they mean otherwise.
 */
export function absentCommand(argv: readonly string[], found?: CommandDefinition): AbsentCommand | undefined {
  const isTyped = (name: string) => name.split(' ').every((word, index) => argv[index] === word);
  const [name] = Object.keys(PACKAGES)
    .filter(isTyped)
    .sort((a, b) => b.length - a.length);
  const use = name === undefined ? undefined : PACKAGES[name];
  if (name === undefined || use === undefined) return found === undefined ? absentFamily(argv[0] ?? '') : undefined;
  return name.length <= (found?.name.length ?? 0) || commandsOf(use).length > 0 ? undefined : { name, use };
}

/** The packages of all commands that begin with a word, if none of them is installed. */
function absentFamily(word: string): AbsentCommand | undefined {
  const names = Object.keys(PACKAGES).filter((name) => firstWord(name) === word);
  const uses = [...new Set(names.flatMap((name) => PACKAGES[name] ?? []))];
  if (uses.length === 0 || uses.some((use) => commandsOf(use).length > 0)) return undefined;
  if (uses.length === 1) return { name: word, use: uses };
  const namesOf = (use: string) => names.filter((name) => PACKAGES[name] === use).map((name) => `loadout ${name}`);
  const fix = uses.map((use) => `npm install ${use} for ${namesOf(use).join(', ')}`).join('; ');
  return { name: word, use: uses, fix };
}

const { resolve } = createRequire(import.meta.url);

function commandsOf(use: string): readonly PackagedCommand[] {
  const file = packageFile(use);
  if (file === undefined) return [];
  const { loadout } = JSON.parse(readFileSync(file, 'utf8')) as { loadout?: { commands?: readonly CommandManifest[] } };
  return (loadout?.commands ?? []).map((row) => ({ definition: row, use, file: join(dirname(file), row.module) }));
}

function packageFile(use: string): string | undefined {
  try {
    return resolve(`${use}/package.json`);
  } catch {
    return undefined;
  }
}
