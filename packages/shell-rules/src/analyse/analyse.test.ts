import { describe, expect, it } from 'vitest';
import { analyse } from './analyse.js';

const words = (command: string) => analyse(command).commands.map((one) => one.words.map((word) => word ?? '?').join(' '));

describe('analyse (PERM-10)', () => {
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
});
