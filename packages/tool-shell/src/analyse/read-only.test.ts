import { describe, expect, it } from 'vitest';
import { analyse } from './analyse.js';

describe('what only reads (TOOL-BASH-09, W8)', () => {
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
    ['expand -t 2 a | fmt -w 60', ['a']],
    ['uptime -p && free -m && groups && arch', []],
    ['expr 1 + 1', []],
  ])('knows that %j only reads, and what', (command, files) => {
    const analysis = analyse(command);
    expect(analysis.readOnly).toBe(true);
    expect(analysis.files.map(({ path }) => path)).toEqual(files);
  });

  it.each([
    'npm test',
    'git fetch',
    'git branch x',
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
});
