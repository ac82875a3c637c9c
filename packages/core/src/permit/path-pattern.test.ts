import { describe, expect, it } from 'vitest';
import { parsePermissionRule } from './parse-rule.js';
import { escapePattern, isInside, pathMatches } from './path-pattern.js';

const base = { workspace: '/repo', home: '/home/me' };

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
    ['/src', '/repo/src/a', true],
    ['/src', '/repo/lib/src/a', false],
    ['./src', '/repo/src/a', true],
    ['/', '/repo/a', true],
    ['/', '/etc/a', false],
    ['src/a', '/repo/src/a', true],
    ['src/a', '/repo/lib/src/a', false],
    ['.env', '/repo/.env', true],
    ['.env', '/repo/deep/er/.env', true],
    ['.env', '/etc/.env', false],
    ['.env', '/repo/.env.local', false],
    // folders and their contents
    ['src/', '/repo/lib/src/a', true],
    ['src/**', '/repo/src', true],
    ['src/**', '/repo/src/a/b', true],
    ['src/**', '/repo/srcs/a', false],
    ['src', '/repo/src/', true],
    ['*', '/repo/a/b', true],
    ['**', '/repo/a/b', true],
    ['**', '/etc/a', false],
    // wildcards
    ['src/*.ts', '/repo/src/a.ts', true],
    ['src/*.ts', '/repo/src/b/a.ts', false],
    ['src/**/a.ts', '/repo/src/a.ts', true],
    ['src/**/a.ts', '/repo/src/x/y/a.ts', true],
    ['src/a**b', '/repo/src/axb', true],
    ['src/a**b', '/repo/src/a/b', false],
    ['a?c', '/repo/abc', true],
    ['x/a?c', '/repo/x/a/c', false],
    ['a?c', '/repo/a😀c', true],
    // classes
    ['[ab].ts', '/repo/a.ts', true],
    ['[!ab].ts', '/repo/a.ts', false],
    ['[!ab].ts', '/repo/c.ts', true],
    ['x/a[!b]c', '/repo/x/a/c', false],
    ['x/a[.-0]c', '/repo/x/a/c', false],
    ['[a-c]', '/repo/b', true],
    ['[z-a]', '/repo/[z-a]', true],
    ['[]', '/repo/[]', true],
    // braces
    ['*.{ts,js}', '/repo/a.js', true],
    ['*.{ts,{c,m}js}', '/repo/a.mjs', true],
    ['*.{ts,js}', '/repo/a.md', false],
    ['{a}b}', '/repo/ab}', true],
    ['{a', '/repo/{a', true],
    ['{a,{b,c}', '/repo/{a,c', true],
    ['{{a,b},c}x', '/repo/bx', true],
    ['{[,],b}', '/repo/,', true],
    ['\\{a,b}', '/repo/{a,b}', true],
    ['x{,y}', '/repo/x', true],
    ['a,b', '/repo/a,b', true],
    // escaped and literal characters
    ['\\*.ts', '/repo/*.ts', true],
    ['\\*.ts', '/repo/a.ts', false],
    ['a.ts', '/repo/axts', false],
    ['a+(b)', '/repo/a+(b)', true],
    ['a\nb', '/repo/a\nb', true],
  ])('%j against %s: %s', (pattern, path, matches) => expect(pathMatches(pattern, path, base)).toBe(matches));

  it('is case-sensitive by itself; deny and ask rules lower both sides', () => {
    expect(pathMatches('.env', '/repo/.ENV', base)).toBe(false);
  });

  it('an unknown home is not the root of all paths', () => {
    expect(pathMatches('~/build', '/build/x', { ...base, home: '' })).toBe(false);
  });

  it('a folder is compared segment by segment', () => {
    expect([
      isInside('/repo', '/repo'),
      isInside('/repo-2', '/repo'),
      isInside('/a', '/'),
      isInside('/repo/a', '/repo/'),
    ]).toEqual([true, false, true, true]);
  });

  it('an escaped path matches itself only', () => {
    for (const name of ['[id]', '*', 'a?b', '{a,b}', 'back\\slash', '[!x]', '**'])
      expect(['/', 'x'].map((end) => pathMatches(`/${escapePattern(name)}`, `/repo/${name}${end}`, base))).toEqual([true, false]);
  });

  it('no pattern makes the matcher throw', () => {
    const parts = ['[', ']', '{', '}', '*', '**', '/', '\\', '!', 'a', ',', '-', '('];
    for (const a of parts) for (const b of parts) for (const c of parts) pathMatches(a + b + c, '/repo/a', base);
  });

  it('a pattern of many wildcards decides about a long path as fast as any other', () => {
    const name = 'a'.repeat(255);
    expect(pathMatches(`/${'*a'.repeat(60)}b`, `/repo/${name}`, base)).toBe(false);
    expect(pathMatches(`/${'*a'.repeat(60)}`, `/repo/${name}`, base)).toBe(true);
    expect(pathMatches(`/${'*[ab]?'.repeat(60)}b`, `/repo/${name}`, base)).toBe(false);
    expect(pathMatches(`/${'**/a*a/'.repeat(40)}b`, `/repo/${'aa/'.repeat(500)}`, base)).toBe(false);
    expect(pathMatches(`/${'**/a*a/'.repeat(40)}b`, `/repo/${'aa/'.repeat(500)}b`, base)).toBe(true);
    expect(pathMatches(`/${'*{a,aa}'.repeat(6)}${'*a'.repeat(50)}b`, `/repo/${name}`, base)).toBe(false);
    expect(pathMatches(`/${'*{a,aa}'.repeat(6)}${'*a'.repeat(50)}`, `/repo/${name}`, base)).toBe(true);
  });

  it('a pattern that takes too long to be compared matches nothing, and no rule may have it', () => {
    for (const pattern of ['{a,b}'.repeat(8), '{'.repeat(50_000) + '}'.repeat(50_000), '*a'.repeat(5_001)]) {
      expect(pathMatches(pattern, '/repo/a', base)).toBe(false);
      expect(() => parsePermissionRule(`Read(${pattern})`, { behavior: 'deny', layer: 'project' })).toThrow('more than');
    }
  });
});
