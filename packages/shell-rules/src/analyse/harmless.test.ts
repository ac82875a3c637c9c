import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { analyse } from './analyse.js';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];
const builtins = execFileSync('bash', ['--noprofile', '--norc', '-c', 'compgen -b'], { encoding: 'utf8' }).trim().split('\n');

/** Option letters with which a builtin only prints or only reads. Written from bash's manual, not from the tables. */
const ONLY_READS: Readonly<Record<string, string>> = {
  // Builtins that print or drop every word.
  ...Object.fromEntries(['echo', 'true', 'false', ':'].map((name) => [name, LETTERS.join('')])),
  // The word behind the option is the name of a file to test, or text.
  test: LETTERS.filter((letter) => letter !== 'v' && letter !== 'R').join(''),
  jobs: 'lnprs',
  type: 'afptP',
  pwd: 'LP',
  // `-o` alone lists the options that are set; with a name, it applies to that option.
  set: 'euxo',
  command: 'vV',
  exit: '0123456789',
  return: '0123456789',
  read: 'r',
};
const WORDS = ['x', '1', "'a[$(fire)]'", 'PATH', '--', '@x', '../x'];

describe('nothing is harmless by its name (C1)', () => {
  it('bash tells its builtins', () => expect(builtins.length).toBeGreaterThan(55));

  const cases = builtins
    .filter((name) => name !== '[')
    .flatMap((name) =>
      LETTERS.filter((letter) => ONLY_READS[name]?.includes(letter) !== true).map((letter) => `${name} -${letter}`),
    );
  it.each(builtins.filter((name) => name !== '['))(
    '%s with an option letter only reads where its manual says so (C1)',
    (name) => {
      const mine = cases.filter((command) => command.startsWith(`${name} `));
      const wrong = mine.flatMap((command) =>
        ['', ...WORDS]
          .map((word) => `${command} ${word}`.trim())
          .filter((one) => analyse(one).commands.some(({ does, words }) => does !== undefined && words[0] === name)),
      );
      expect(wrong).toEqual([]);
    },
  );

  it.each([
    'jobs -x touch pwned',
    'jobs -lx touch pwned',
    'builtin jobs -x touch pwned',
    'command jobs -x rm -rf victim',
    'jobs -- -x',
    "sleep 0 & wait -n -p 'a[$(touch pwned)]'",
    "wait -np'a[$(touch pwned)]'",
    'wait -f 1',
    'wait $x',
    'wait "$x"',
    "exit 'a[$(touch pwned)]'",
    'exit $x',
    "return 'a[0]'",
    "break 'a[0]'",
    "continue 'a[0]'",
    "shift 'a[0]'",
    'shift 1 2',
    "printf 'ab%n' PATH",
    'printf %s%-5hhn a PATH',
    'printf "a$x" PATH',
    'printf -- "$x" PATH',
    'printf -- %n PATH',
  ])('%j is unclear (C1)', (command) => expect(analyse(command).unclear).toBeDefined());

  it.each([
    'jobs',
    'jobs -l',
    'jobs -rs %1',
    'wait',
    'wait 123 %1 %+',
    'npm test & wait $!',
    'exit',
    'exit 1',
    'exit $?',
    'exit "$?"',
    'return -1',
    'break 2',
    'shift',
    'shift 2',
    'echo -n -x a',
    ': a b',
    "printf '%s %%n\\n' a",
    "printf '%5.1f%%' 1",
  ])('%j is what it claims (C1)', (command) => expect(analyse(command).unclear).toBeUndefined());
});

describe('options whose value stands in the same word (C1)', () => {
  it.each([
    'xargs --replace touch echo',
    'xargs --replace rm -rf x',
    'xargs --max-lines touch echo',
    'date -I -f.env',
    'date -I --set=now',
    'date --iso-8601 -f.env',
    "sed -i'.git/hooks/*' s/a/b/ pre-commit",
    'sed --in-place=../x/* s/a/b/ a',
    'sed "s/[/a/;s#]/X/w out#b#" a',
    'sha256sum -c list',
    'ls -I x',
  ])('%j does not take the next word for it', (command) => {
    const { unclear, commands } = analyse(command);
    expect(unclear ?? commands.some(({ words }) => words[0] === 'touch' || words[0] === 'rm')).toBeTruthy();
  });

  it.each([
    ['od -w .env', '.env'],
    ['diff --unified .env x', '.env'],
    ['grep --context x .env', '.env'],
    ['grep --after-context=2 x .env', '.env'],
    ['head a -n .env', '.env'],
    ['sed -i.env s/a/b/ x', 'x.env'],
  ])('%j is given the file %j', (command, file) => {
    expect(analyse(command).files.map(({ path }) => path)).toContain(file);
  });
});

describe('programs that read their words from a file (C12)', () => {
  it.each([
    'strings @.env',
    'strings -n 4 @/etc/passwd',
    'strings -- @.env',

    'strings -n @.env',
    'strings a @.env',
  ])('%j is unclear (C12)', (command) => expect(analyse(command).unclear).toBeDefined());
  it('a plain file is none of them', () => expect(analyse('strings -n 4 README.md').unclear).toBeUndefined());
});
