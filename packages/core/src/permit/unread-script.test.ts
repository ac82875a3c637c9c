import { describe, expect, it } from 'vitest';
import type { Access } from '../contract/permission.js';
import { decide } from './decide.js';
import { callOf, layersOf, rule, run } from './decide.test-kit.js';

const perl = { ...run('perl', '-e', 'x'), unread: true } as Access;

const decided = (allow: readonly string[], against: readonly string[], mode: 'default' | 'bypassPermissions' = 'default') => {
  const rules = [...against.map((text) => rule('deny', text)), ...allow.map((text) => rule('allow', text))];
  return decide(callOf('Bash', [perl]), layersOf(rules, { mode }));
};

describe('a command with a script that is not read', () => {
  it.each(['Bash(rm:*)', 'Bash(git push)'])('asks beside the deny rule %s, in every mode, though the tool is allowed', (deny) => {
    expect(decided(['Bash'], [deny]).behavior).toBe('ask');
    expect(decided(['Bash(*)'], [deny]).behavior).toBe('ask');
    expect(decided([], [deny], 'bypassPermissions').behavior).toBe('ask');
  });

  it.each(['Bash(perl:*)', 'Bash(perl -e x)'])('is allowed by %s, which names it', (allow) =>
    expect(decided([allow], ['Bash(rm:*)']).behavior).toBe('allow'),
  );

  it('is allowed by the tool where no rule is about commands', () => {
    expect(decided(['Bash'], []).behavior).toBe('allow');
    expect(decided(['Bash'], ['Read(**/.env)', 'WebFetch']).behavior).toBe('allow');
  });

  it('the question names the rule, and the rule to add', () =>
    expect(decided(['Bash'], ['Bash(rm:*)'])).toMatchObject({
      reason: expect.stringContaining('its script is not read, and may do what the rule Bash(rm:*)'),
      fix: 'Add to permissions.allow: "Bash(perl -e x)".',
    }));
});
