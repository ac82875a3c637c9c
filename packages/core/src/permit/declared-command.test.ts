import { describe, expect, it } from 'vitest';
import type { Access } from '../contract/permission.js';
import { decide } from './decide.js';
import { callOf, layersOf, rule, write } from './decide.test-kit.js';
import { matchRules } from './match-rules.js';
import { proposeRules } from './propose-rules.js';

const deploy = (...words: string[]): Access => ({ kind: 'run', text: words.join(' '), words, declared: words });
const pushes = deploy('git', 'push', 'staging');
const call = (access: Access = pushes, more: object = {}) => callOf('deploy', [access], { input: { env: 'staging' }, ...more });
const decided = (rules: readonly (readonly ['allow' | 'ask' | 'deny', string])[], one = call(), more: object = {}) =>
  decide(
    one,
    layersOf(
      rules.map(([behavior, text]) => rule(behavior, text)),
      more,
    ),
  ).behavior;

describe('a command that the configuration declares (decision 0135)', () => {
  it.each([
    ['asks without a rule', [], 'ask'],
    ['is allowed by the name of its tool', [['allow', 'deploy']], 'allow'],
    ['is allowed by a value of its input', [['allow', 'deploy(env:staging)']], 'allow'],
    ['is not allowed by another value', [['allow', 'deploy(env:production)']], 'ask'],
    [
      'is denied by a value of its input',
      [
        ['allow', 'deploy'],
        ['deny', 'deploy(env:stag*)'],
      ],
      'deny',
    ],
    [
      'is denied by a rule that denies its command',
      [
        ['allow', 'deploy'],
        ['deny', 'Bash(git push:*)'],
      ],
      'deny',
    ],
    [
      'is not denied by a rule for another command',
      [
        ['allow', 'deploy'],
        ['deny', 'Bash(git pull:*)'],
      ],
      'allow',
    ],
    [
      'is not asked about by a rule for commands',
      [
        ['allow', 'deploy'],
        ['ask', 'Bash(git push:*)'],
      ],
      'allow',
    ],
    ['is not allowed by a rule for commands', [['allow', 'Bash(git push:*)']], 'ask'],
    ['is not allowed by all commands', [['allow', 'Bash']], 'ask'],
  ] as const)('%s', (_law, rules, behavior) => {
    expect(decided(rules)).toBe(behavior);
  });

  it('writes what it declares inside the working directories, with the rule that allows it', () => {
    const file = { ...write('/repo/dist'), below: true, by: ['git push staging'] } as Access;
    const both = callOf('deploy', [pushes, file], { input: { env: 'staging' } });
    expect(decided([['allow', 'deploy(env:staging)']], both)).toBe('allow');
    expect(
      decided(
        [
          ['allow', 'deploy(env:staging)'],
          ['deny', 'Edit(dist/**)'],
        ],
        both,
      ),
    ).not.toBe('allow');
    const outside = callOf('deploy', [pushes, { ...file, path: '/etc/x' } as Access], { input: { env: 'staging' } });
    expect(decided([['allow', 'deploy(env:staging)']], outside)).toBe('ask');
  });

  it('passes in plan mode only if it changes nothing', () => {
    expect(decided([], call(pushes, { readOnly: true }), { mode: 'plan' })).toBe('allow');
    expect(decided([['allow', 'deploy']], call(), { mode: 'plan' })).toBe('deny');
  });

  it('is proposed by the name of its tool', () => {
    expect(proposeRules(matchRules(call(), layersOf([])))).toMatchObject({ rules: ['deploy'], isWhole: true });
  });
});
