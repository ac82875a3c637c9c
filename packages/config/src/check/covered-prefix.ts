import { COVERED_WORDS } from './covered-words.js';

/**
 * Returns the first words of a command that a rule with `:*` behind them covers: the program and its subcommand, or the program alone if
 * its other words are names of files. `undefined` for a program or a subcommand whose options are not known.
 */
export function coveredPrefix(words: readonly string[]): readonly string[] | undefined {
  const [program = '', first = '-', second = '-'] = words;
  const covered = Object.hasOwn(COVERED_WORDS, program) ? COVERED_WORDS[program] : undefined;
  if (covered?.includes('')) return [program];
  if (covered === undefined || first.startsWith('-')) return undefined;
  if (covered.includes(`${first} ${second}`)) return [program, first, second];
  const isGroup = covered.some((one) => one.startsWith(`${first} `));
  return !isGroup && covered.includes(first) ? [program, first] : undefined;
}
