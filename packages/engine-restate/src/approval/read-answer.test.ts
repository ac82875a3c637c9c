import { generateKeyPairSync } from 'node:crypto';
import { isProven, signAnswer } from '@loadout/command';
import { describe, expect, it } from 'vitest';
import { readAnswer } from './read-answer.js';

function person() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    line: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

describe('a signed answer', () => {
  const [alice, bob] = [person(), person()];
  const from = { alice: alice.line, bob: bob.line };
  const answer = { hash: 'h1', behavior: 'allow', message: undefined } as const;
  const { proof, publicKey } = signAnswer(answer, alice.pem);
  const given = { ...answer, by: 'alice', proof };

  it('is proven by the key of the person that it names', () => {
    expect(publicKey).toBe(alice.line);
    expect(isProven(given, from)).toBe(true);
  });

  it.each([
    ['another question', { ...given, hash: 'h2' }],
    ['another answer', { ...given, behavior: 'deny' as const }],
    ['another message', { ...given, message: 'no' }],
    ['another person on the list', { ...given, by: 'bob' }],
    ['somebody who is not on the list', { ...given, by: 'carol' }],
    ['a name that every object has', { ...given, by: 'constructor' }],
    ['no signature', { ...given, proof: undefined }],
    ['a signature that is none', { ...given, proof: 'AAAA' }],
    ['the signature of another key', { ...given, proof: signAnswer(answer, bob.pem).proof }],
  ])('does not count with %s', (_, changed) => {
    expect(isProven(changed, from)).toBe(false);
  });

  it('needs no proof where everybody may answer', () => {
    expect(isProven({ ...answer, by: 'anybody' }, undefined)).toBe(true);
    expect(isProven(given, {})).toBe(false);
  });
});

describe('an answer that somebody sent', () => {
  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'allow'],
    ['another word', { behavior: 'yes', by: 'alice' }],
    ['no name', { behavior: 'allow' }],
    ['a name that is no text', { behavior: 'allow', by: 5 }],
    ['a signature that is no text', { behavior: 'allow', by: 'alice', proof: 5 }],
    ['a message that is no text', { behavior: 'deny', by: 'alice', message: {} }],
  ])('is no answer: %s', (_, sent) => {
    expect(readAnswer(sent)).toBeUndefined();
  });

  it('is read with its known fields', () => {
    expect(readAnswer({ behavior: 'allow', by: 'alice', proof: 'p', more: 1 })).toEqual({
      behavior: 'allow',
      by: 'alice',
      proof: 'p',
      isExpired: false,
    });
  });
});
