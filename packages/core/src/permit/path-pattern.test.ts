import { describe, expect, it } from 'vitest';
import { escapePattern, isInside, pathMatches } from './path-pattern.js';

const base = { workspace: '/work', home: '/home/me' };

describe('path patterns follow gitignore (PERM-10)', () => {
  it.each([
    // anchors
    ['//etc/hosts', '/etc/hosts', true],
    ['//etc', '/etc/ssh/key', true],
    ['//', '/anything', true],
    ['~/.ssh', '/home/me/.ssh/id', true],
    ['~/', '/home/me/x', true],
    ['~', '/home/me/x', true],
    ['~/.ssh', '/home/you/.ssh/id', false],
    ['/src', '/work/src/a', true],
    ['/src', '/work/lib/src/a', false],
    ['./src', '/work/src/a', true],
    ['/', '/work/a', true],
    ['/', '/etc/a', false],
    ['src/a', '/work/src/a', true],
    ['src/a', '/work/lib/src/a', false],
    ['.env', '/work/.env', true],
    ['.env', '/work/deep/er/.env', true],
    ['.env', '/etc/.env', false],
    ['.env', '/work/.env.local', false],
    // folders and what is below them
    ['src/', '/work/lib/src/a', true],
    ['src/**', '/work/src', true],
    ['src/**', '/work/src/a/b', true],
    ['src/**', '/work/srcs/a', false],
    ['src', '/work/src/', true],
    ['*', '/work/a/b', true],
    ['**', '/work/a/b', true],
    ['**', '/etc/a', false],
    // wildcards
    ['src/*.ts', '/work/src/a.ts', true],
    ['src/*.ts', '/work/src/b/a.ts', false],
    ['src/**/a.ts', '/work/src/a.ts', true],
    ['src/**/a.ts', '/work/src/x/y/a.ts', true],
    ['src/a**b', '/work/src/axb', true],
    ['src/a**b', '/work/src/a/b', false],
    ['a?c', '/work/abc', true],
    ['x/a?c', '/work/x/a/c', false],
    ['a?c', '/work/a😀c', true],
    // classes
    ['[ab].ts', '/work/a.ts', true],
    ['[!ab].ts', '/work/a.ts', false],
    ['[!ab].ts', '/work/c.ts', true],
    ['x/a[!b]c', '/work/x/a/c', false],
    ['x/a[.-0]c', '/work/x/a/c', false],
    ['[a-c]', '/work/b', true],
    ['[z-a]', '/work/[z-a]', true],
    ['[]', '/work/[]', true],
    // braces
    ['*.{ts,js}', '/work/a.js', true],
    ['*.{ts,{c,m}js}', '/work/a.mjs', true],
    ['*.{ts,js}', '/work/a.md', false],
    ['{a}b}', '/work/ab}', true],
    ['{a', '/work/{a', true],
    ['a,b', '/work/a,b', true],
    // what means itself
    ['\\*.ts', '/work/*.ts', true],
    ['\\*.ts', '/work/a.ts', false],
    ['a.ts', '/work/axts', false],
    ['a+(b)', '/work/a+(b)', true],
    ['a\nb', '/work/a\nb', true],
  ])('%j against %s: %s', (pattern, path, matches) => expect(pathMatches(pattern, path, base)).toBe(matches));

  it('is case-sensitive by itself; deny and ask rules lower both sides', () => {
    expect(pathMatches('.env', '/work/.ENV', base)).toBe(false);
  });

  it('a home that is not known is not the root of all', () => {
    expect(pathMatches('~/build', '/build/x', { ...base, home: '' })).toBe(false);
  });

  it('a folder is compared segment by segment', () => {
    expect([
      isInside('/work', '/work'),
      isInside('/work-2', '/work'),
      isInside('/a', '/'),
      isInside('/work/a', '/work/'),
    ]).toEqual([true, false, true, true]);
  });

  it('an escaped path means itself and nothing else', () => {
    for (const name of ['[id]', '*', 'a?b', '{a,b}', 'back\\slash', '[!x]', '**'])
      expect(['/', 'x'].map((end) => pathMatches(`/${escapePattern(name)}`, `/work/${name}${end}`, base))).toEqual([true, false]);
  });

  it('no pattern makes the matcher throw', () => {
    const parts = ['[', ']', '{', '}', '*', '**', '/', '\\', '!', 'a', ',', '-', '('];
    for (const a of parts) for (const b of parts) for (const c of parts) pathMatches(a + b + c, '/work/a', base);
  });
});
