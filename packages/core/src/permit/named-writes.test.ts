import { describe, expect, it } from 'vitest';
import type { Access } from '../contract/permission.js';
import { decide, decideParts } from './decide.js';
import { callOf, layersOf, rule, run, write } from './decide.test-kit.js';
import { matchRules } from './match-rules.js';
import { proposeRules } from './propose-rules.js';

const named = (path: string, ...by: string[]): Access => ({ kind: 'write', path, by });
const touch = [run('touch', 'a'), named('/repo/a', 'touch a')];

const decided = (accesses: readonly Access[], allow: readonly string[], deny: readonly string[] = []) =>
  decide(
    callOf('Bash', accesses),
    layersOf([...allow.map((text) => rule('allow', text)), ...deny.map((text) => rule('deny', text))]),
  );

describe('a rule for a command whose purpose is to change files', () => {
  it('allows changes to the files that its words name, in the working directories (decisions/0011)', () => {
    const decision = decided(touch, ['Bash(touch:*)']);
    expect(decision).toMatchObject({ behavior: 'allow', rule: { specifier: 'touch:*' } });
    expect(decision.trace.at(-1)).toMatchObject({ what: 'write /repo/a', outcome: 'allow', rule: { specifier: 'touch:*' } });
  });

  it.each<[string, Access[], string[]]>([
    ['outside of the working directories', [run('touch', '/srv/a'), named('/srv/a', 'touch /srv/a')], ['Bash(touch:*)']],
    ['a file that a redirection names too', [run('touch', 'a'), write('/repo/a')], ['Bash(touch:*)']],
    [
      'what another command names that no rule is about',
      [...touch.slice(0, 1), run('rm', 'a'), named('/repo/a', 'touch a', 'rm a')],
      ['Bash(touch:*)'],
    ],
    ['a protected file', [run('touch', '.git/config'), named('/repo/.git/config', 'touch .git/config')], ['Bash(touch:*)']],
    ['under a rule for the file alone', touch, ['Edit(/b)']],
    ['if the call has no such command', [run('ls'), named('/repo/a', 'touch a')], ['Bash(touch:*)', 'Bash(ls:*)']],
    [
      'for a command that only the mode allows',
      [{ ...run('touch', 'a'), does: 'reads' } as Access, named('/repo/a', 'touch a')],
      [],
    ],
  ])('not %s', (_, accesses, allow) => {
    expect(decided(accesses, allow).behavior).toBe('ask');
  });

  it('never overrides a rule that denies the file', () => {
    expect(decided(touch, ['Bash(touch:*)'], ['Edit(/a)']).behavior).toBe('deny');
  });

  it('is the only suggestion for such a command, and its writes are no parts of their own once it is allowed', () => {
    const layers = layersOf([]);
    expect(proposeRules(matchRules(callOf('Bash', [...touch, write('/repo/log')]), layers)).rules).toEqual([
      'Bash(touch a)',
      'Edit(/log)',
    ]);
    const allowed = layersOf([rule('allow', 'Bash(touch:*)')]);
    const parts = decideParts(callOf('Bash', [...touch, run('make')]), allowed);
    expect(parts.map((one) => one.behavior)).toEqual(['allow', 'allow', 'ask']);
    const edits = layersOf([], { mode: 'acceptEdits' });
    expect(decideParts(callOf('Bash', touch), edits).map((one) => one.behavior)).toEqual(['ask', 'allow']);
  });
});
