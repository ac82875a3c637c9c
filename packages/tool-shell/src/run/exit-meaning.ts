const MEANINGS: Readonly<Record<string, string>> = {
  grep: 'No matches found',
  rg: 'No matches found',
  egrep: 'No matches found',
  fgrep: 'No matches found',
  'git grep': 'No matches found',
  find: 'Some folders could not be read',
  diff: 'The files differ',
  'git diff': 'The files differ',
  test: 'The condition is false',
  '[': 'The condition is false',
};

/**
 * The meaning of exit code 1, by the last command, for commands that use the code as an answer and not as a failure. Source:
 * TOOL-BASH-08.
 */
export function benignMeaning(exitCode: number, lastWords: readonly string[] | undefined): string | undefined {
  if (exitCode !== 1 || lastWords === undefined) return undefined;
  const [program = '', subcommand = ''] = lastWords;
  const name = program.slice(program.lastIndexOf('/') + 1);
  const key = name === 'git' ? `git ${subcommand}` : name;
  return Object.hasOwn(MEANINGS, key) ? MEANINGS[key] : undefined;
}
