import type { Definition } from './definition.js';
import { definitions } from './definitions.js';

/** The command that the arguments begin with, and what stands behind it. */
export function findDefinition(
  argv: readonly string[],
): { readonly definition: Definition; readonly rest: readonly string[] } | undefined {
  for (const definition of definitions) {
    const words = definition.name.split(' ');
    if (words.every((word, index) => argv[index] === word)) return { definition, rest: argv.slice(words.length) };
  }
  return undefined;
}
