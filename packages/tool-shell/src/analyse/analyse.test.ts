import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { analyse } from './analyse.js';

const words = (command: string) => analyse(command).commands.map((one) => one.words.map((word) => word ?? '?').join(' '));

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
    ['echo "$(ls x)"', ['ls x', 'echo ?']],
    ['echo `ls x`', ['ls x', 'echo ?']],
    ['echo $(echo $(ls))', ['ls', 'echo ?', 'echo ?']],
    ['cat <<X\n$(ls)\nX', ['ls', 'cat']],
    ["cat <<'X'\n$(ls)\nX", ['cat']],
    ['echo <<< "$(ls)"', ['ls', 'echo']],
    ['for f in a b; do echo "$f"; done', ['echo ?']],
    ['if test -f a; then ls; else pwd; fi', ['test -f a', 'ls', 'pwd']],
    ['while true; do ls; done', ['true', 'ls']],
    ['case a in b|c) ls;; *) pwd;; esac', ['ls', 'pwd']],
    ['(ls; pwd)', ['ls', 'pwd']],
    ['{ ls; }', ['ls']],
    ['time -p ls', ['ls']],
    ['sleep 1 & ls', ['sleep 1', 'ls']],
    ['CI=1 npm test', ['npm test']],
    ['FOO=1 npm test', ['npm test']],
    ['x=$(ls); echo "$x"', ['ls', 'echo ?']],
    ["bash -c 'ls && npm test'", ['ls', 'npm test']],
    ["bash -ec 'ls'", ['ls']],
    ['eval "ls; pwd"', ['ls', 'pwd']],
    ["trap 'rm x' EXIT", ['rm x']],
    ['timeout -k 5 10s nice -n 5 env CI=1 nohup stdbuf -o0 npm test', ['npm test']],
    ['command ls', ['ls']],
    ['exec ls', ['ls']],
    ['find . -name x -exec grep a {} \\;', ['find . -name x -exec grep a {} ;', 'grep a ?']],
    ['ls | xargs -n1 echo a', ['ls', 'echo a ?']],
    ['set -euo pipefail; ls', ['set -euo pipefail', 'ls']],
  ])('sees through %j', (command, expected) => {
    const analysis = analyse(command);
    expect(analysis.unclear).toBeUndefined();
    expect(analysis.commands.map((one) => one.words.map((word) => word ?? '?').join(' '))).toEqual(expected);
  });

  it.each([
    'f() { ls; }',
    'function f { ls; }',
    '[[ -f a ]]',
    '((1))',
    'for ((;;)); do ls; done',
    'select x in a; do ls; done',
    'coproc ls',
    'echo ${!x}',
    'echo ${x@P}',
    'echo ${x:=y}',
    'echo ${x=y}',
    'echo ${a[$x]}',
    'echo ${x:y}',
    'echo $((x))',
    'echo $[1+1]',
    'echo $((a[1]))',
    "echo $'\\x41'",
    'echo $"a"',
    'echo @(a|b)',
    'a[1]=2',
    'a=(1 2)',
    'x+=1',
    'PATH=. ls',
    'LD_PRELOAD=1 ls',
    'IFS=x',
    'GIT_DIR=1 git log',
    'NODE_OPTIONS=1 node a',
    'npm_config_shell=1 npm test',
    'export PATH=x',
    'export X',
    'for PATH in a; do ls; done',
    'read PATH',
    "read 'a[1]'",
    'cat <<X\na',
    'cat </dev/tcp/h/1',
    'ls {fd}>out',
    'ls > $x',
    'ls > *',
    'ls > "$(pwd)"',
    'echo (',
    'echo )',
    'ls (a)',
    'if true',
    'echo >( )# rm -rf x',
    'echo a;#b\n>( )#c',
    'ls\u00a0-la',
    'ls\r\nrm x',
    'echo \u202eabc',
    'echo "a\u{e0061}"',
    'echo a\u3164b',
    `echo ${'x'.repeat(10_000)}`,
    `${'$('.repeat(40)}ls${')'.repeat(40)}`,
    `${': ;'.repeat(2_400)}`,
    'cd a;'.repeat(1_000),
    '$x',
    '"$x" y',
    '$(ls)',
    '{ls,-la}',
    '/bin/l?',
    'cat $x',
    'cat "$x"',
    'cat $(ls)',
    'sort *',
    'npm $x',
    'git log $x',
    'git log "$x"',
    'cd',
    'cd -',
    'cd $x',
    'cd a b',
    'for x in a b; do cd sub; done',
    'find . -fprint $x',
    'find $x',
    'find . -exec rm x',
    'find . -newerXY',
    "printf -v 'a[$(rm x)]' y",
    'printf "$x"',
    "test -v 'a[$(rm x)]'",
    'test $x',
    '[ "$x" "$y" ]',
    '[ -f a',
    'xargs -a f echo',
    'xargs --arg-file=f echo',
    'env -S "rm x"',
    'env --split-string="rm x"',
    'env -C / ls',
    'timeout --k=5 1 ls',
    'nice --adj=5 ls',
    'timeout $x ls',
    'bash',
    'bash -x',
    'bash -lc ls',
    'bash --rcfile x -c ls',
    'bash -c "$x"',
    'bash <<< ls',
    'eval "$x"',
    'trap "$x" EXIT',
    "trap 'cd x' EXIT",
    '/usr/bin/ENV rm x',
    '/bin/bash -c ls',
    '/usr/bin/find . -delete',
    'sed "1e rm x" a',
    'sed "s/a/b/e" a',
    'sed "w out" a',
    'sed "r in" a',
    'sed -f script a',
    'sed --expr=p a',
    'set -o allexport',
    'set -- a',
  ])('cannot tell all that %j does', (command) => {
    expect(analyse(command)).toMatchObject({ unclear: expect.any(String), readOnly: false });
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
      .filter(
        ({ analysis: { unclear, commands } }) =>
          unclear === undefined && commands.length === 1 && commands[0]?.words.includes(null) === false,
      );
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
