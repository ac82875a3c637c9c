import { expect, it } from 'vitest';
import { withFix } from './with-fix.js';

it('a message and its fix are two sentences, whatever the message ends with', () => {
  expect(withFix({ message: 'Blocked: no way', fix: 'Try another.' })).toBe('Blocked: no way. Try another.');
  expect(withFix({ message: 'It failed.', fix: 'Try again.' })).toBe('It failed. Try again.');
  expect(withFix({ message: 'no way' })).toBe('no way');
});
