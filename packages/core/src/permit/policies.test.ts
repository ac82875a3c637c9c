import { describe, expect, it } from 'vitest';
import type { PermissionAnswer, PermissionQuestion } from './asker.js';
import { allOf, allowlist, askerOf, denylist, type Policy, readOnly } from './policies.js';

const question = (toolName: string, more: Partial<PermissionQuestion> = {}): PermissionQuestion => ({
  toolName,
  toolUseId: 't',
  agentId: 'main',
  input: {},
  written: {},
  readOnly: false,
  reason: 'nothing allows it',
  suggestions: [],
  signal: new AbortController().signal,
  ...more,
});
const of = async (policy: Policy, ...given: Parameters<typeof question>) => (await policy(question(...given)))?.behavior;

describe('policies (PERM-13)', () => {
  it('allowlist allows what it names, by name or pattern, and denies the rest', async () => {
    const policy = allowlist(['Read', 'mcp__crm__*']);
    expect([await of(policy, 'Read'), await of(policy, 'mcp__crm__find'), await of(policy, 'Write')]).toEqual([
      'allow',
      'allow',
      'deny',
    ]);
  });

  it('denylist denies what it names and has no opinion of the rest', async () => {
    const policy = denylist(['Bash']);
    expect([await of(policy, 'Bash'), await of(policy, 'Read')]).toEqual(['deny', undefined]);
  });

  it('readOnly goes by the call, not by the tool', async () => {
    expect([await of(readOnly, 'Bash', { readOnly: true }), await of(readOnly, 'Bash')]).toEqual(['allow', 'deny']);
  });

  const no: Policy = () => ({ behavior: 'deny', message: 'no' });
  const yes: Policy = () => ({ behavior: 'allow' });
  const none: Policy = () => undefined;
  it.each([
    [[yes, no, yes], 'deny'],
    [[none, yes], 'allow'],
    [[none, none], undefined],
    [[], undefined],
    [[async () => ({ behavior: 'deny', message: 'late' }) as const, yes], 'deny'],
  ] satisfies [Policy[], PermissionAnswer['behavior'] | undefined][])(
    'together: any deny wins, no opinion counts for nothing: %#',
    async (policies, expected) => {
      expect(await of(allOf(...policies), 'Note')).toBe(expected);
    },
  );

  it('become an asker; where they have no opinion the next one is asked, and nobody means deny', async () => {
    expect(await askerOf(yes)(question('Note'))).toEqual({ behavior: 'allow' });
    expect(await askerOf(none, () => ({ behavior: 'allow' }))(question('Note'))).toEqual({ behavior: 'allow' });
    expect(await askerOf(none)(question('Note'))).toMatchObject({
      behavior: 'deny',
      message: expect.stringContaining('no policy has an opinion'),
    });
  });
});
