import type { CommandCall, CommandDefinition, CommandFlag } from '@loadout/core/commands';

/** The parser, the help and the reference page read the same entries, whoever brings a command. */
export type Definition = CommandDefinition;
export type Flag = CommandFlag;
export type Arguments<D extends Definition = Definition> = CommandCall<D>;

/** `[agent] <call>`, as in the usage line. */
export const signature = (definition: Definition) =>
  definition.positionals
    .map(({ name, optional, several }) => (several === true ? `[${name}...]` : optional === true ? `[${name}]` : `<${name}>`))
    .join(' ');

/** `-c, --config FILE`. */
export const flagLabel = ({ short, name, value }: Flag) =>
  `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;

interface Found {
  readonly definition: Definition;
  readonly rest: readonly string[];
}

/**
 * Finds the command that the arguments begin with, and the arguments behind it. A command of two words wins over a command of one.
 */
export function findDefinition(argv: readonly string[], commands: readonly Definition[]): Found | undefined {
  const wordsOf = (definition: Definition) => definition.name.split(' ');
  const [definition] = commands
    .filter((one) => wordsOf(one).every((word, index) => argv[index] === word))
    .sort((a, b) => wordsOf(b).length - wordsOf(a).length);
  return definition === undefined ? undefined : { definition, rest: argv.slice(wordsOf(definition).length) };
}
