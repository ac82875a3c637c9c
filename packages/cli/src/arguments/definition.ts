import type { CommandDefinition, CommandFlag } from '@loadout/core/commands';

/** `[agent] <call>`, as in the usage line. */
export const signature = (definition: CommandDefinition) =>
  definition.positionals
    .map(({ name, optional, several }) => (several === true ? `[${name}...]` : optional === true ? `[${name}]` : `<${name}>`))
    .join(' ');

/** `-c, --config FILE`. */
export const flagLabel = ({ short, name, value }: CommandFlag) =>
  `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;

interface Found {
  readonly definition: CommandDefinition;
  readonly rest: readonly string[];
}

/**
 * Finds the command that the arguments begin with, and the arguments behind it. A command of two words wins over a command of one.
 */
export function findDefinition(argv: readonly string[], commands: readonly CommandDefinition[]): Found | undefined {
  const wordsOf = (definition: CommandDefinition) => definition.name.split(' ');
  const [definition] = commands
    .filter((one) => wordsOf(one).every((word, index) => argv[index] === word))
    .sort((a, b) => wordsOf(b).length - wordsOf(a).length);
  return definition === undefined ? undefined : { definition, rest: argv.slice(wordsOf(definition).length) };
}
