import { describe, expect, it } from 'vitest';
import type { Access } from '../contract/permission.js';
import { decide } from './decide.js';
import { callOf, layersOf, rule } from './decide.test-kit.js';

const run = (more: object = {}): Access => ({ kind: 'run', text: 'touch a', words: ['touch', 'a'], ...more });
const late: Access = { kind: 'write', path: '/repo/a', later: true };
const shell = { tool: { name: 'Bash', aliases: [], origin: { kind: 'base' as const } } };

describe('a write that happens after its path was resolved (C4, C15)', () => {
  const decided = (...allow: string[]) =>
    decide(
      callOf('Bash', [run({ does: 'edits' }), late], shell),
      layersOf(
        allow.map((text) => rule('allow', text)),
        { mode: 'acceptEdits' },
      ),
    );

  it('is covered by a rule for the file, but not by the mode or a rule for the command', () => {
    expect([decided(), decided('Bash(touch:*)'), decided('Edit(/a)')].map(({ behavior }) => behavior)).toEqual([
      'ask',
      'ask',
      'allow',
    ]);
  });

  it('is reported as a later write', () => {
    expect(decided().reason).toContain('/repo/a is written later than it is looked at, when a link may lead elsewhere');
    expect(decided().fix).toBe('Add to permissions.allow: "Edit(/a)".');
  });
});

describe('a command that may do more than its words say (C3)', () => {
  const more = callOf('Bash', [run({ does: 'more' })], { ...shell, readOnly: true });
  it('is not read-only, whatever the call declares', () => {
    expect(decide(more, layersOf([])).behavior).toBe('ask');
    expect(decide(more, layersOf([], { mode: 'plan' })).behavior).toBe('deny');
    expect(decide(more, layersOf([rule('allow', 'Bash(touch:*)')])).behavior).toBe('allow');
  });

  it('has a reason if no rule can cover it', () => {
    const { reason } = decide(callOf('Bash', [run({ unclear: 'it works in /evil' })], shell), layersOf([]));
    expect(reason).toContain('no rule can cover it: it works in /evil');
  });
});
