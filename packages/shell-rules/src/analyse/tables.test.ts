import { describe, expect, it } from 'vitest';
import { analyse } from './analyse.js';
import { FILE_PROGRAMS } from './file-programs.js';
import { RISKS } from './risky-options.js';
import { BUILTINS, OPAQUE, RUNNERS, WRAPPERS } from './wrappers.js';

const seen = (command: string) => analyse(command).commands.map((one) => one.words.join(' '));
const unclear = (command: string) => analyse(command).unclear;

describe('the table of wrappers, line by line (PERM-10)', () => {
  const lines = Object.entries(WRAPPERS).flatMap(([name, wrapper]) => {
    const before = wrapper.before === undefined ? '' : ' 1';
    return [
      '',
      ...[...(wrapper.flags ?? '')].map((flag) => ` -${flag}`),
      ...[...(wrapper.values ?? '')].flatMap((letter) => [` -${letter} 1`, ` -${letter}1`]),
      ...(wrapper.long ?? '')
        .split(' ')
        .filter(Boolean)
        .map((long) => ` --${long}`),
      ...(wrapper.longValues ?? '')
        .split(' ')
        .filter(Boolean)
        .flatMap((long) => [` --${long} 1`, ` --${long}=1`]),
      ...(wrapper.count === true ? [' -5'] : []),
      ...(wrapper.assigns === true ? [' CI=1'] : []),
      ' --',
    ].map((options) => `${name}${options}${options === ' --' ? before : before} rm x`);
  });

  it.each(lines)('looks through %j', (command) => {
    expect(seen(command)).toContain('rm x');
    expect(unclear(command)).toBeUndefined();
  });

  it.each(Object.keys(WRAPPERS))(
    '%s with an option that is not in the table is unclear, and what it runs is still told',
    (name) => {
      expect(unclear(`${name} --zzz rm x`)).toBeDefined();
      expect(
        analyse(`${name} --zzz rm x`).commands.some(({ words, also }) =>
          [words, ...also].some((one) => one.join(' ') === 'rm x'),
        ),
      ).toBe(true);
    },
  );

  it.each(
    Object.entries(WRAPPERS).flatMap(([name, { long = '', longValues = '' }]) =>
      `${long} ${longValues}`
        .split(' ')
        .filter(Boolean)
        .map((option) => `${name} --${option.slice(0, -1)} rm x`),
    ),
  )('an abbreviated option, as in %j, is unclear', (command) => expect(unclear(command)).toBeDefined());

  it.each([...OPAQUE].filter((name) => !['time', 'coproc'].includes(name)))(
    '%s is never looked through, and what it runs can still be denied',
    (name) => {
      const [command] = analyse(`${name} -x rm y`).commands;
      expect(command?.unclear).toBeDefined();
      expect(command?.also.map((one) => one.join(' '))).toContain('rm y');
    },
  );

  it.each(
    Object.entries(RUNNERS).flatMap(([name, words]) => (words.length === 0 ? [name] : words.map((word) => `${name} ${word}`))),
  )('what %s runs can be denied', (runner) => {
    const [command] = analyse(`${runner} -y rm x`).commands;
    expect(command?.also.map((one) => one.join(' '))).toContain('rm x');
  });

  it.each([...BUILTINS])('the builtin %s is unclear', (name) => expect(unclear(`${name} x`)).toBeDefined());
});

describe('the table of risky options, line by line', () => {
  const lines = Object.entries(RISKS).flatMap(([name, { short = '', long = '' }]) => [
    ...[...short].flatMap((letter) => [`${name} -${letter} x`, `${name} -${letter}x`, `${name} -q${letter} x`]),
    ...long
      .split(' ')
      .filter(Boolean)
      .flatMap((option) => [`${name} --${option}=x`, `${name} --${option} x`, `${name} --${option.slice(0, -1)} x`]),
  ]);
  it.each(lines)('%j is unclear', (command) => expect(unclear(command)).toBeDefined());

  it.each([
    'git -c alias.x=!rm x',
    'git --git-dir /x status',
    'git clone ext::rm',
    'git config alias.x !rm',
    'git bisect run rm',
    'git submodule foreach rm',
    'git difftool',
    'curl @file',
    'curl -d@file http://x',
    'dd of=x',
    'dd if=x',
    'make SHELL=rm',
    'go build -toolexec rm',
    'sqlite3 .shell',
  ])('%j is unclear', (command) => expect(unclear(command)).toBeDefined());
});

describe('the table of programs that read and change files, line by line (PERM-12)', () => {
  it.each(Object.keys(FILE_PROGRAMS))('%s with an option that is not in the table is unclear', (name) =>
    expect(unclear(`${name} --zzz a`)).toBeDefined(),
  );
  it.each([
    ['cat a b', 'read a, read b'],
    ['head -n 5 a', 'read a'],
    ['grep -rn x src', 'read src below'],
    ['grep -f list x', 'read list, read x'],
    ['grep -r x', 'read . below'],
    ['rg x', 'read . below'],
    ['sort -o out in', 'write out, read in'],
    ['sort -oout in', 'write out, read in'],
    ['sort --output=out in', 'write out, read in'],
    ['uniq in out', 'read in, write out'],
    ['sed -n 1p a', 'read a'],
    ['sed -i s/a/b/ a', 'write a'],
    ['sed -i.bak s/a/b/ a', 'write a, write a.bak'],
    ['sed -e 1p -e 2p a', 'read a'],
    ['mkdir -p a/b', 'write a/b'],
    ['touch -r ref a', 'read ref, write a'],
    ['rm -rf a', 'write a below'],
    ['rm -f a', 'write a'],
    ['rm -- -rf', 'write -rf'],
    ['cp a b', 'read a, write b, write b/a'],
    ['cp -r a b', 'read a below, write b below, write b/a below'],
    ['install -m 755 a b', 'read a, write b, write b/a'],
    ['mv a b/', 'write a below, write b/ below, write b/a below'],
    ['ln -s a b', 'read a, write b, write b/a'],
    ['ln secret/key', 'read secret/key, write ., write ./key'],
    ['tee -a out', 'write out'],
    ['chmod +x a', 'write a'],
    ['truncate -s 0 a', 'write a'],
    ['diff a b', 'read a, read b'],
    ['jq . a', 'read a'],
    ['find src -delete', 'read src, write src below'],
    ['find src -fprint out', 'read src, write out'],
    ['test -f /etc/x', 'read /etc/x'],
    ['bash script.sh', 'read script.sh'],
    ['cat -', ''],
  ])('%j: %s', (command, expected) => {
    const files = analyse(command).files.map(
      ({ kind, path, below }) => `${kind} ${String(path)}${below === true ? ' below' : ''}`,
    );
    expect(files.join(', ')).toBe(expected);
    expect(unclear(command)).toBeUndefined();
  });
});
