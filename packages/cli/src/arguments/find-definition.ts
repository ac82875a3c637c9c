import type { Definition } from './definition.js';
import { run } from './run-definition.js';

interface Found {
  readonly definition: Definition;
  readonly rest: readonly string[];
}

/**
 * Finds the command that the arguments begin with, and the arguments behind it. A command of two words wins over a command of
 * one. `run`, which is started most often, loads no other definition.
 */
export async function findDefinition(argv: readonly string[]): Promise<Found | undefined> {
  if (argv[0] === run.name) return { definition: run, rest: argv.slice(1) };
  const { definitions } = await import('./definitions.js');
  const wordsOf = (definition: Definition) => definition.name.split(' ');
  const [definition] = definitions
    .filter((one) => wordsOf(one).every((word, index) => argv[index] === word))
    .sort((a, b) => wordsOf(b).length - wordsOf(a).length);
  return definition === undefined ? undefined : { definition, rest: argv.slice(wordsOf(definition).length) };
}
