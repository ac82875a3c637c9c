import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacter } from '../../../../tests/lib/any-character.js';
import { sha256 } from './sha-256.js';

const known = (text: string) => createHash('sha256').update(text).digest('hex');

it.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 500])('hashes a text of %i bytes as node:crypto does', (length) => {
  expect(sha256('k'.repeat(length))).toBe(known('k'.repeat(length)));
});

it('hashes any text as node:crypto does', () => {
  fc.assert(fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (text) => sha256(text) === known(text)));
});
