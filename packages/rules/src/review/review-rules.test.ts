import { expect, it } from 'vitest';
import { bash, edit, recorded, recordOf, ruleOf, setOf } from '../record/calls.test-kit.js';
import { reviewRules } from './review-rules.js';

const at = (line: number, text: string, behavior: 'allow' | 'ask' | 'deny' = 'allow') => ({
  ...ruleOf(text, behavior),
  position: { file: '/repo/agent.config.yaml', line, column: 1 },
});

const reviewed = (rules: readonly ReturnType<typeof at>[], calls: Parameters<typeof recordOf>[0]) =>
  reviewRules(recordOf(calls), setOf(rules)).map(({ rule, finding, by, uses }) => [
    rule.position?.line,
    finding,
    by?.position?.line ?? uses,
  ]);

it('a rule that matched no recorded call is unused', () => {
  const calls = ['make a', 'make b', 'make c'].map((text) => recorded(bash(text), 'allowed'));
  expect(reviewed([at(1, 'Bash(make:*)'), at(2, 'Bash(npm:*)'), at(3, 'Edit(/src/**)', 'deny')], calls)).toEqual([
    [3, 'unused', undefined],
    [2, 'unused', undefined],
  ]);
});

it('a rule that another one covers before it is shadowed', () => {
  const calls = [recorded(bash('git push x'), 'denied')];
  expect(reviewed([at(1, 'Bash(git push:*)', 'deny'), at(2, 'Bash(git push origin)')], calls)).toEqual([[2, 'shadowed', 1]]);
});

it('an open allow rule that was used for one or two things is wide', () => {
  const files = ['a', 'b', 'c'].map((name) => recorded(edit(`/repo/src/${name}`), 'allowed'));
  const calls = [recorded(bash('make all'), 'allowed'), ...files];
  expect(reviewed([at(1, 'Bash(make:*)'), at(2, 'Edit(/src/**)'), at(3, 'Bash(make all)')], calls)).toEqual([
    [1, 'wide', ['make all']],
    [3, 'shadowed', 1],
  ]);
});
