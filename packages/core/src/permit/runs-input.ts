/** Programs that run their input as code, unless a word gives them a file or a text to run. */
const INTERPRETERS = /^(?:python|pypy|node|nodejs|deno|bun|perl|ruby|irb|php|lua|luajit|Rscript|tclsh|julia|elixir|iex)[\d.]*$/;
/** Options of these whose value is the next word. */
const WITH_VALUE = new Set(['-W', '-X', '-r', '-I', '--require', '--import', '--conditions', '-C']);
/** Programs that run their input beside the words: a database, another machine, a cluster. */
const CLIENTS: Readonly<Record<string, number>> = { psql: 9, mysql: 9, mariadb: 9, mongosh: 9, sqlite3: 1, ssh: 1 };

/**
 * Whether a command runs what it is fed. Its words do not tell what that is, so no rule names it: `Bash(python3 -)` would allow any
 * code. `words` are those of a call without unknown words.
 */
export function runsInput([program, ...rest]: readonly (string | null)[]): boolean {
  const base = (program ?? '').replace(/^.*\//, '');
  const operands = rest.filter(
    (word, at) => word === '-' || !(word?.startsWith('-') === true || WITH_VALUE.has(rest[at - 1] ?? '')),
  );
  if (base === 'kubectl' || base === 'oc') return operands.includes('-');
  if (Object.hasOwn(CLIENTS, base)) return operands.length <= (CLIENTS[base] ?? 0);
  if (!INTERPRETERS.test(base) || rest.includes('--test')) return false;
  return operands[0] === undefined || operands[0] === '-' || operands[0] === '/dev/stdin';
}
