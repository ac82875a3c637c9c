import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { analyse } from './analyse.js';

const words = (command: string) => analyse(command).commands.map((one) => one.words.join(' '));

describe('analyse', () => {
  it.each([
    ['ls -la', ['ls -la']],
    ['cat a | grep -n "b c" | wc -l', ['cat a', 'grep -n b c', 'wc -l']],
    ['git status && npm test || echo no; true', ['git status', 'npm test', 'echo no', 'true']],
    ['! test -f a # why\n# and\nls', ['test -f a', 'ls']],
    ['echo a\\ b \'c $x\' "d \\$e" f\\\ng', ['echo a b c $x d $e fg']],
    ['make 2>&1 >/dev/null | tail -5', ['make', 'tail -5']],
    ['[ -f a ] && echo "it\'s"', ['[ -f a ]', "echo it's"]],
    ['make CC=gcc -j4; printf "%s\\n" x', ['make CC=gcc -j4', 'printf %s\\n x']],
    ['npm run build -- --watch=false', ['npm run build -- --watch=false']],
  ])('reads %j', (command, expected) => {
    expect(words(command)).toEqual(expected);
    expect(analyse(command).unclear).toBeUndefined();
  });

  it.each([
    ['echo $(rm x)', 'a command substitution'],
    ['echo `rm x`', 'a command substitution'],
    ['echo "a $(rm x)"', 'a command substitution'],
    ['echo $HOME', 'a variable'],
    ['echo "${x:-y}"', 'a variable'],
    ['echo $((1+1))', 'an arithmetic expansion'],
    ['cat <(ls)', 'a process substitution'],
    ['ls *.ts', 'a file name pattern'],
    ['ls a?', 'a file name pattern'],
    ['ls a[12]', 'a file name pattern'],
    ['echo {a,b}', 'a brace expansion'],
    ['cat ~/x', 'a home folder (~)'],
    ['dd of=~/x', 'a home folder (~)'],
    ['dd of=\\\n~/x', 'a home folder (~)'],
    ["echo $'\\x41'", "a $'…' string"],
    ['for x in a; do ls; done', 'a for'],
    ['if true; then ls; fi', 'an if'],
    ['while true; do ls; done', 'a while'],
    ['f() { ls; }', 'a function'],
    ['(ls)', 'a subshell'],
    ['{ ls; }', 'a brace group'],
    ['[[ -f a ]]', 'a test command'],
    ['((1))', 'an arithmetic command'],
    ['time ls', 'a time'],
    ['coproc ls', 'a coproc'],
    ['X=1 ls', 'an assignment'],
    ['X=1', 'an assignment'],
    ['cat <<X\na\nX', 'a here-document'],
    ['cat <<<a', 'a here-string'],
    ['sleep 1 &', 'a background command (&)'],
    ['sleep 1 & ls', 'a background command (&)'],
    ['cat </dev/tcp/h/1', 'a network redirection'],
    ['ls {fd}>out', 'a descriptor in a variable'],
    ['echo (', 'text that was not understood: "("'],
    ['if true', 'text that is not valid bash'],
    ['echo >( )# rm -rf x', 'a process substitution'],
    ['ls\u00a0-la', 'an invisible or control character'],
    ['ls\r\nrm x', 'an invisible or control character'],
    ['echo \u202eabc', 'an invisible or control character'],
    [`echo ${'x'.repeat(10_000)}`, 'more than 10000 characters'],
    ['env rm x', 'env, which can run or change more than its words say'],
    ['/usr/bin/ENV rm x', 'env, which can run or change more than its words say'],
    ['timeout 5 rm x', 'timeout, which can run or change more than its words say'],
    ["bash -c 'rm x'", 'bash, which can run or change more than its words say'],
    ['eval ls', 'eval, which can run or change more than its words say'],
    ['export PATH=x', 'an assignment'],
    ['find . -exec rm x', 'find with an action'],
    ['find . -delete', 'find with an action'],
    ["printf -v 'a[$(rm x)]' y", 'printf with an option'],
    ['cd', 'cd without one plain folder'],
    ['cd -', 'cd without one plain folder'],
    ['cd sub && git log', 'cd together with git'],
    ['cd sub && cat x', 'a relative path together with cd'],
    ['cd sub && echo x > y', 'a relative path together with cd'],
  ])('cannot tell what %j does', (command, unclear) => {
    expect(analyse(command)).toMatchObject({ unclear, readOnly: false });
  });

  it.each([
    ['echo $(rm -rf x)', 'rm -rf x'],
    ['echo "a `rm -rf x` b"', 'rm -rf x'],
    ['if true; then rm -rf x; fi', 'rm -rf x'],
    ['cat <<X\n$(rm -rf x)\nX', 'rm -rf x'],
    ['cat <(rm -rf x)', 'rm -rf x'],
    ['f() { rm -rf x; }; f', 'rm -rf x'],
    ['X=$(rm -rf x) ls', 'rm -rf x'],
    [`${': '.padEnd(10_001, 'x')}; rm -rf x`, 'rm -rf x'],
    ['echo ${x:-$(rm -rf x)}', 'rm -rf x'],
    ['echo > "$(rm -rf x)"', 'rm -rf x'],
    ['(ls & rm -rf x)', 'rm -rf x'],
  ])('still tells the command inside %j, so that a rule can deny it', (command, inner) => {
    expect(words(command)).toContain(inner);
  });

  it.each([
    ['echo a > out', [{ kind: 'write', path: 'out' }]],
    ['echo a >> "o u t"', [{ kind: 'write', path: 'o u t' }]],
    ['ls &> all.log', [{ kind: 'write', path: 'all.log' }]],
    ['ls >& all.log', [{ kind: 'write', path: 'all.log' }]],
    ['ls >| x 2>/dev/null', [{ kind: 'write', path: 'x' }]],
    ['make < in', [{ kind: 'read', path: 'in' }]],
    [
      'make <> both',
      [
        { kind: 'write', path: 'both' },
        { kind: 'read', path: 'both' },
      ],
    ],
    ['> made', [{ kind: 'write', path: 'made' }]],
    ['make >&2 2>&1 2>&- </dev/null', []],
  ])('tells the files that %j redirects to and from', (command, files) => {
    expect(analyse(command)).toMatchObject({ files, unclear: undefined, readOnly: false });
  });

  it.each([
    ['cat a b', ['a', 'b']],
    ['head -n 5 a', ['a']],
    ['tail -5 a', ['a']],
    ['ls', []],
    ['ls -la --color=always src', ['src']],
    ['grep -rn pattern src', ['src']],
    ['grep -e one -e two src', ['src']],
    ['grep one src -e two', ['one', 'src']],
    ['grep -A3 -- -x f', ['f']],
    ['rg -n -g "*.ts" x src', ['src']],
    ['sort -k 2 a | uniq -c', ['a']],
    ['wc -l < a', ['a']],
    ['date -u +%s', []],
    ['sleep 0.5', []],
    ['test -f /etc/x', ['/etc/x']],
    ['[ -n a ] && echo b', []],
    ['cut -d : -f 1 /etc/passwd', ['/etc/passwd']],
    ['cd sub', ['sub']],
    ['echo -n a; true; false; pwd', []],
    ['du -sh . 2>/dev/null', ['.']],
  ])('knows that %j only reads, and what', (command, files) => {
    const analysis = analyse(command);
    expect(analysis.readOnly).toBe(true);
    expect(analysis.files.map(({ path }) => path)).toEqual(files);
  });

  it.each([
    'npm test',
    'git status',
    'git diff',
    'diff a b',
    'sort -o out in',
    'sort -no out in',
    'sort --output=out in',
    'sort --compress-program=x in',
    'sort --compress-prog x in',
    'uniq in out',
    'grep -R x .',
    'grep -f list x',
    'rg --pre x y',
    'rg -z x',
    'rg -L x',
    'rg --hostname-bin x y',
    'date -s now',
    'date 01010000',
    'date -f list',
    'file -C -m x',
    'wc --files0-from=list',
    'tee out',
    'echo a > out',
    'cat a > out',
    './cat a',
    '/tmp/ls',
    "test -v 'a[$(rm x)]'",
    'tail --pid',
    'head -n',
    'sed -n 1p a',
    'awk x',
    'constructor',
    '__proto__',
  ])('does not take %j for reading only', (command) => {
    expect(analyse(command).readOnly).toBe(false);
  });

  it('reads words as bash does', () => {
    // Every word of up to three of these pieces: quotes, escapes and plain characters in all neighbourhoods.
    const pieces = [
      'a',
      'B-1',
      '\\ ',
      '\\$',
      "'b c'",
      "'$x\\'",
      '"d e"',
      '"\\$\\"\\\\ \\q"',
      '\\\n',
      '"x\\\ny"',
      '\\"',
      '=~',
      '#',
      'é',
      '!',
      '^',
    ];
    const some = pieces.flatMap((one) => ['', ...pieces].flatMap((two) => ['', 'z', "'q'"].map((three) => one + two + three)));
    const literal = some
      .map((text) => ({ text, analysis: analyse(`: ${text}`) }))
      .filter(({ analysis }) => analysis.unclear === undefined && analysis.commands.length === 1);
    expect(literal.length).toBeGreaterThan(some.length / 2);
    // Words that vanish or begin a comment change the count, so each stands in a line of its own.
    const script = literal.map(({ text }) => `p ${text}\n`).join('');
    const printed = execFileSync(
      'bash',
      ['--noprofile', '--norc', '-c', `p() { printf '%s\\1' "$@"; printf '\\2'; }\n${script}`],
      {
        encoding: 'utf8',
      },
    );
    const expected = printed
      .split('\x02')
      .slice(0, -1)
      .map((line) => line.split('\x01').slice(0, -1));
    const seen = literal.map(({ analysis }) => analysis.commands[0]?.words.slice(1) ?? []);
    // printf without arguments still prints its separator once.
    expect(seen.map((list) => (list.length === 0 ? [''] : list))).toEqual(expected);
  });
});
