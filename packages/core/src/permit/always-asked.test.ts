import { describe, expect, it } from 'vitest';
import type { Access } from '../contract/permission.js';
import { decide } from './decide.js';
import { callOf, layersOf, rule, write } from './decide.test-kit.js';
import { PROTECTED_FILES } from './later-paths.js';

const everything = (...texts: string[]) =>
  layersOf([rule('allow', 'Bash'), rule('allow', 'Edit'), ...texts.map((text) => rule('deny', text))], {
    mode: 'bypassPermissions',
  });
const decided = (access: Access, ...deny: string[]) => decide(callOf('Bash', [access]), everything(...deny)).behavior;

describe('accesses that always ask, whatever the mode and the rules', () => {
  it.each(PROTECTED_FILES)('a write to %s, in any case and at any depth', (row) => {
    const path = row.endsWith('/') ? `${row}hooks/x` : row;
    expect(decided(write(`/repo/a/${path}`))).toBe('ask');
    expect(decided(write(`/repo/${path.toUpperCase()}`))).toBe('ask');
  });

  it.each(['/', '/etc', '/usr', '/home', '/home/me', '/HOME/ME', '/repo', '/data'])(
    'the removal of all of %s (PERM-17)',
    (path) => expect(decided({ kind: 'write', path, below: true })).toBe('ask'),
  );
  it('not the removal of a folder inside', () =>
    expect(decided({ kind: 'write', path: '/repo/lib', below: true })).toBe('allow'));

  it.each([
    ['Read(secrets/**)', { kind: 'read', path: '/repo', below: true }, 'ask'],
    ['Read(.env)', { kind: 'read', path: '/repo/src', below: true }, 'ask'],
    ['Read(/secrets/**)', { kind: 'read', path: '/repo/src', below: true }, 'allow'],
    ['Bash(rm:*)', { kind: 'run', text: '$x y', words: [null, 'y'] }, 'ask'],
    ['Bash(git push:*)', { kind: 'run', text: 'git $x', words: ['git', null] }, 'ask'],
    ['Bash(git push:*)', { kind: 'run', text: 'git log $x', words: ['git', 'log', null] }, 'allow'],
    ['Bash(* --force)', { kind: 'run', text: 'git $x', words: ['git', null] }, 'ask'],
    ['Bash(rm:*)', { kind: 'run', text: 'timeout 1 rm x', words: ['x'], also: [['rm', 'x']] }, 'deny'],
  ] as const)('with the deny rule %s: %j: %s (PERM-10)', (text, access, expected) =>
    expect(decided(access, text)).toBe(expected),
  );
});
