import { expect, it } from 'vitest';
import { messageWithFix } from './tool-failure.js';

it('a message and its fix are two sentences, whatever the message ends with', () => {
  expect(messageWithFix({ message: 'Blocked: no way', fix: 'Try another.' })).toBe('Blocked: no way. Try another.');
  expect(messageWithFix({ message: 'It failed.', fix: 'Try again.' })).toBe('It failed. Try again.');
  expect(messageWithFix({ message: 'no way' })).toBe('no way');
});
