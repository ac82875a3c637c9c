import { describe, expect, it } from 'vitest';
import type { Access, PermissionRule } from '../contract/permission.js';
import { decide } from './decide.js';
import { parsePermissionRule } from './parse-rule.js';

const rule = (text: string, behavior: PermissionRule['behavior']) => parsePermissionRule(text, { behavior, layer: 'project' });
const mkdir: readonly Access[] = [
  { kind: 'run', text: 'mkdir made', words: ['mkdir', 'made'] },
  { kind: 'write', path: '/w/made' },
];

function decided({ asks, grants, accesses = mkdir }: { asks: string[]; grants: string[]; accesses?: readonly Access[] }) {
  const asking = asks.map((text) => rule(text, 'ask'));
  const granting = grants.map((text) => rule(text, 'allow'));
  const base = { workspace: '/w', home: '/h', roots: ['/w'], artifactDir: '/a', mode: 'default' } as const;
  const tool = { name: 'Bash', aliases: [], origin: { kind: 'base' } } as const;
  return decide(
    { tool, input: {}, readOnly: false, openWorld: true, accesses },
    { ...base, rules: [...asking, ...granting], lifts: [{ asks: asking, grants: granting }] },
  ).behavior;
}

describe('a grant overrides an ask rule', () => {
  it.each([
    ['of the whole tool, if it covers every effect of the call', ['Bash'], ['Bash(mkdir made)', 'Edit(/made)'], 'allow'],
    [
      'with a specifier, if it covers the accesses that the rule matches',
      ['Bash(mkdir:*)'],
      ['Bash(mkdir made)', 'Edit(/made)'],
      'allow',
    ],
    ['of the whole tool, if the grant is for the whole tool', ['Bash'], ['Bash'], 'allow'],
    ['not if a part is left', ['Bash'], ['Bash(mkdir made)'], 'ask'],
    ['not if it is about another command', ['Bash(mkdir:*)'], ['Bash(rmdir:*)', 'Edit(/made)'], 'ask'],
    ['not of one tool by a grant for the whole of another', ['Bash'], ['Edit'], 'ask'],
    ['of paths by one of paths', ['Edit(/made)'], ['Edit(/made)', 'Bash(mkdir made)'], 'allow'],
  ])('%s', (_, asks, grants, behavior) => {
    expect(decided({ asks, grants })).toBe(behavior);
  });

  it('not for a command with unknown words', () => {
    const accesses: Access[] = [{ kind: 'run', text: 'mkdir $X', words: ['mkdir', null] }];
    expect(decided({ asks: ['Bash(mkdir made)'], grants: ['Bash(mkdir:*)'], accesses })).toBe('ask');
  });
});
