import type { Definition } from './definition.js';

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
