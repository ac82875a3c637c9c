import { describe, expect, it } from 'vitest';
import { rule } from './decide.test-kit.js';
import { runsLater } from './later-paths.js';
import { matchesAccess } from './match-rules.js';
import { isInside, pathMatches, plainSpelling, rulePath } from './path-pattern.js';

const call = { tool: { name: 'Read', aliases: [] }, input: {} };
const reads = (path: string) => ({ kind: 'read', path }) as const;
/** The workspace and a file in it, by a name below it, on each system. */
const SYSTEMS = [
  { system: 'linux', base: { workspace: '/repo', home: '/home/me' }, at: (name: string) => `/repo/${name}` },
  { system: 'darwin', base: { workspace: '/Users/me/repo', home: '/Users/me' }, at: (name: string) => `/Users/me/repo/${name}` },
  {
    system: 'win32',
    base: { workspace: 'C:\\repo', home: 'C:\\Users\\me' },
    at: (name: string) => `c:\\repo\\${name.replaceAll('/', '\\')}`,
  },
];

describe.each(SYSTEMS)('on $system', ({ base, at }) => {
  const matches = (specifier: string, name: string, behavior: 'allow' | 'deny') =>
    matchesAccess(rule(behavior, `Read(${specifier})`), reads(at(name)), call, base);

  it.each(['.env', '.ENV', 'a/.env', '.env.', '.env. .', '.env::$DATA', '.Env:x:$data', 'a.git::$INDEX_ALLOCATION/.env '])(
    'a deny rule against .env holds for %j',
    (name) => expect(matches('**/.env', name, 'deny')).toBe(true),
  );

  it.each(['.envs', 'env', '.env.local', '.env:', '...', 'x.env'])('a deny rule against .env says nothing about %j', (name) =>
    expect(matches('**/.env', name, 'deny')).toBe(false),
  );

  it.each([
    ['caf\u00e9', 'cafe\u0301'],
    ['cafe\u0301', 'CAF\u00c9'],
  ])('a deny rule against %j holds for %j', (known, name) => expect(matches(known, name, 'deny')).toBe(true));

  it.each(['.ENV', '.env.', '.env::$DATA'])('an allow rule for .env grants nothing for %j', (name) =>
    expect(matches('**/.env', name, 'allow')).toBe(false),
  );

  it('a rule with the odd spelling itself holds', () => expect(matches('a.', 'a.', 'deny')).toBe(true));
  it('a file belongs to its workspace, and not to a folder whose name begins alike', () => {
    expect(isInside(at('src/a.ts'), base.workspace)).toBe(true);
    expect(isInside(at('src/a.ts'), `${base.workspace}-2`)).toBe(false);
  });
  it.each(['.npmrc', '.NPMRC.', '.git/hooks/pre-commit', '.git./hooks::$INDEX_ALLOCATION/pre-commit'])(
    '%s decides what runs later',
    (name) => expect(runsLater(at(name))).toBe('protected'),
  );
});

it.each([
  ['C:\\repo\\a', '/c/repo/a'],
  ['c:/repo/a', '/c/repo/a'],
  ['\\\\?\\C:\\repo', '/c/repo'],
  ['\\\\.\\C:\\repo', '/c/repo'],
  ['\\\\host\\share\\a', '//host/share/a'],
  ['\\\\?\\UNC\\host\\share', '//host/share'],
  ['/repo/a\\b', '/repo/a\\b'],
  ['C:foo', 'C:foo'],
  ['a\\b', 'a\\b'],
])('a rule writes %s as %s', (path, written) => expect(rulePath(path)).toBe(written));

it('a rule names a drive as Git Bash does', () => {
  const base = { workspace: 'D:\\work', home: 'C:\\Users\\me' };
  expect(pathMatches('//c/keys/**', 'C:\\keys\\one', base)).toBe(true);
  expect(pathMatches('~/.ssh/**', 'C:\\Users\\me\\.ssh\\id', base)).toBe(true);
  expect(pathMatches('/src/*.ts', 'd:\\work\\src\\a.ts', base)).toBe(true);
  expect(pathMatches('/src/*.ts', 'C:\\work\\src\\a.ts', base)).toBe(false);
});

it('a long run of dots is read in one go', () => expect(plainSpelling(`/${'. '.repeat(50_000)}x`)).toHaveLength(100_002));
