import { describe, expect, it } from 'vitest';
import type { Access } from '../contract/permission.js';
import { decide, decideParts } from './decide.js';
import { callOf, layersOf, rule, run } from './decide.test-kit.js';

type Run = Extract<Access, { kind: 'run' }>;

const awk = (path: string, more: Partial<Run> & { reads?: true } = {}): Access => {
  const { reads, ...rest } = more;
  return {
    ...(run('awk', '1', 'x') as Run),
    names: [reads === undefined ? { word: 'x', path } : { word: 'x', path, reads }],
    ...rest,
  };
};
const decided = (access: Access, ...rules: [('allow' | 'deny' | 'ask')?, string?][]) =>
  decide(
    callOf('Bash', [access]),
    layersOf([rule('allow', 'Bash(awk:*)'), ...rules.map(([behavior = 'deny', text = '']) => rule(behavior, text))]),
  );

describe('a word of a command that may name a file (C6, decisions/0013)', () => {
  it.each(['Read(**/.env)', 'Edit(**/.env)', 'Write(.env)', 'Read(//repo/**)'])('is matched by the deny rule %s', (text) => {
    const { behavior, reason, named } = decided(awk('/repo/.env'), ['deny', text]);
    expect(behavior).toBe('deny');
    expect(named).toEqual({ word: 'x', path: '/repo/.env', command: 'awk 1 x' });
    expect(reason).toContain('since the word x of awk 1 x may name /repo/.env.');
  });
  it('is matched by ask rules', () => {
    const { behavior, reason } = decided(awk('/repo/.env'), ['ask', 'Read(**/.env)']);
    expect(behavior).toBe('ask');
    expect(reason).toContain('since the word x of awk 1 x may name /repo/.env');
  });
  it('needs no allow rule of its own, and none covers it', () => {
    expect(decided(awk('/repo/a')).behavior).toBe('allow');
    expect(decided(awk('/elsewhere/a')).behavior).toBe('allow');
    const only = decide(callOf('Bash', [awk('/repo/a')]), layersOf([rule('allow', 'Read(**)'), rule('allow', 'Edit(**)')]));
    expect(only.behavior).toBe('ask');
  });
  it('asks if it may write a protected file', () => {
    expect(decided(awk('/repo/.git/config')).reason).toContain(
      'the word x of awk 1 x may name /repo/.git/config, a protected file',
    );
    expect(decided(awk('/repo/.git/config')).behavior).toBe('ask');
  });
  it('is matched by Read rules only, if the command only reads', () => {
    expect(decided(awk('/repo/.git/config', { reads: true })).behavior).toBe('allow');
    expect(decided(awk('/repo/.env', { reads: true }), ['deny', 'Edit(**/.env)']).behavior).toBe('allow');
    expect(decided(awk('/repo/.env', { reads: true }), ['deny', 'Read(**/.env)']).behavior).toBe('deny');
  });
  it('is reported with its part', () => {
    const parts = decideParts(callOf('Bash', [awk('/repo/.env')]), layersOf([rule('deny', 'Read(**/.env)')]));
    expect(parts[0]).toMatchObject({ behavior: 'deny', named: { word: 'x', path: '/repo/.env' } });
  });
});
