import { describe, expect, it } from 'vitest';
import type { Access } from '../contract/permission.js';
import { decide } from './decide.js';
import { parsePermissionRule } from './parse-rule.js';

const RUN: Extract<Access, { kind: 'run' }> = {
  kind: 'run',
  text: 'git remote-ext a b',
  words: ['git', 'remote-ext', 'a', 'b'],
  also: [['rm', 'b']],
  unclear: 'git remote-ext, which a rule for git does not cover',
  named: 2,
};

function decided(rules: Readonly<Record<string, 'allow' | 'deny' | 'ask'>>, run: Access = RUN) {
  const parsed = Object.entries(rules).map(([text, behavior]) => parsePermissionRule(text, { behavior, layer: 'project' }));
  const tool = { name: 'Bash', aliases: [], origin: { kind: 'base' as const, from: 'shell' } };
  const layers = { mode: 'default' as const, rules: parsed, roots: ['/w'], workspace: '/w', home: '/h', artifactDir: '/a' };
  return decide({ tool, input: {}, readOnly: false, openWorld: true, accesses: [run] }, layers);
}

describe('a command with words that a rule for its program does not cover (N1)', () => {
  it.each(['Bash(git remote-ext:*)', 'Bash(git remote-ext a *)', 'Bash(git remote-ext a b)', 'Bash'])(
    '%s, which names them or the tool, allows it',
    (rule) => expect(decided({ [rule]: 'allow' }).behavior).toBe('allow'),
  );

  it.each(['Bash(git:*)', 'Bash(git *)', 'Bash(*)', 'Bash(git remote-ext)', 'Bash(git remote-ext b:*)'])('%s does not', (rule) =>
    expect(decided({ [rule]: 'allow' }).behavior).toBe('ask'),
  );

  it('the question names the word and the rule to write', () => {
    const { reason, fix } = decided({ 'Bash(git:*)': 'allow' });
    expect(reason).toContain('no rule names git remote-ext, which a rule for git does not cover');
    expect(fix).toContain('"Bash(git remote-ext a b)"');
  });

  it('a deny rule sees the commands among its words, whatever allows it', () => {
    for (const rule of ['Bash', 'Bash(git remote-ext:*)'])
      expect(decided({ [rule]: 'allow', 'Bash(rm:*)': 'deny' }).behavior).toBe('deny');
  });

  it('beside a deny rule for other commands, only a rule that names the words allows it', () => {
    expect(decided({ Bash: 'allow', 'Bash(curl:*)': 'deny' }).behavior).toBe('ask');
    expect(decided({ 'Bash(git remote-ext:*)': 'allow', 'Bash(curl:*)': 'deny' }).behavior).toBe('allow');
  });

  it('no rule with words allows a command whose problem cannot be named', () => {
    const { named: _, ...open } = RUN;
    expect(decided({ 'Bash(git remote-ext:*)': 'allow' }, open).behavior).toBe('ask');
  });
});
