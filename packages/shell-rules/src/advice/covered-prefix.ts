import { PROGRAMS } from '../programs/index.js';

/** The options and subcommands that a rule for a program covers. */
export function coveredBy(name: string): readonly string[] | undefined {
  const program = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
  if (program === undefined) return undefined;
  const { flags = '', values = '', long = '' } = program.options;
  const letters = [...flags, ...values].map((letter) => `-${letter}`);
  return [...letters, ...long.split(' ').map((option) => `--${option}`), ...Object.keys(program.covers)];
}

/**
 * Returns the first words of a command that a rule with `:*` behind them covers: the program and its subcommand, or the program alone if
 * its other words are names of files. `undefined` for a program or a subcommand whose options are not known.
 */
export function coveredPrefix(words: readonly string[]): readonly string[] | undefined {
  const [program = '', first = '-', second = '-'] = words;
  const covered = coveredBy(program);
  if (covered?.includes('')) return [program];
  if (covered === undefined || first.startsWith('-')) return undefined;
  if (covered.includes(`${first} ${second}`)) return [program, first, second];
  const isGroup = covered.some((one) => one.startsWith(`${first} `));
  return !isGroup && covered.includes(first) ? [program, first] : undefined;
}
