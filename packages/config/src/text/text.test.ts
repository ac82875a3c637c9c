import { expect, it } from 'vitest';
import { ruleProblem } from '../compile/rule.js';
import { seconds } from '../schema/duration.js';
import { hideKeys, isSecretName, keysIn } from './literal-key.js';

it.each(['Bash', 'Bash(npm run (a))', 'mcp__db__*', 'crm__search(x)'])('the rule %s is read', (text) =>
  expect(ruleProblem(text, 'deny')).toBeUndefined(),
);

it.each(['', 'Bash()', 'Bash( )', 'Bash(x', '(x)', 'Bash x', 'Bash(x) y', 'Read(../x)', 'Bash(:*)'])(
  'the rule "%s" is refused',
  (text) => expect(ruleProblem(text, 'allow')).toHaveProperty('problem'),
);

it.each([
  [90, 90],
  ['30s', 30],
  ['2m', 120],
  ['1.5h', 5400],
  ['500ms', 0.5],
  ['30', undefined],
  [0, undefined],
  [-1, undefined],
  ['soon', undefined],
])('the duration %s is %s seconds', (value, expected) => expect(seconds(value)).toBe(expected));

it('recognises keys of services and hides them at the same length', () => {
  const text = 'x sk-ant-0123456789abcdefghij y';
  expect(keysIn(text)).toEqual(['sk-ant-0123456789abcdefghij']);
  expect(hideKeys(text)).toBe(`x ${'*'.repeat(27)} y`);
  expect(keysIn('sk-short and risk-free-investment-strategies')).toEqual([]);
  expect(['API_KEY', 'GH_TOKEN', 'dbPassword'].every(isSecretName)).toBe(true);
  expect(isSecretName('KEYBOARD')).toBe(false);
});
