import { expect, it } from 'vitest';
import { addRule } from './add-rule.js';

it.each([
  ['a list', 'permissions:\n  ask: &mine\n    - Bash(dd:*)\nagents:\n  a: { permissions: { ask: *mine } }\n'],
  ['the whole part', 'x-mine: &mine\n  ask: [ "Bash(dd:*)" ]\npermissions: *mine\n'],
  ['the list of another part', 'permissions:\n  deny: &mine\n    - Bash(dd:*)\n  ask: *mine\n'],
])('no rule is written where an anchor shares %s, because another part would get the rule too', (_, text) => {
  expect(() => addRule(text, 'Bash(git push:*)', 'ask')).toThrow(expect.objectContaining({ code: 'CONFIG_NOT_EDITED' }));
});

it('an anchor elsewhere in the file hinders nothing', () => {
  const text = 'x-mine: &mine [ "Bash(dd:*)" ]\npermissions:\n  deny: *mine\n';
  expect(addRule(text, 'Bash(git push:*)', 'ask')).toBe(`${text}  ask:\n    - Bash(git push:*)\n`);
});
