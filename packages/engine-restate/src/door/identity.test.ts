import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { EngineKey } from './engine-key.js';
import { identityNamed, identityPem, publicIdentity, publicKeyOf } from './identity.js';

function folder() {
  const place = mkdtempSync(join(tmpdir(), 'loadout-identity-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  return place;
}

const pemOf = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();

it('a public key is named as Restate writes it, or by a PEM file (N3)', () => {
  const cwd = folder();
  const key = new EngineKey('k'.repeat(43), 'a test');
  writeFileSync(join(cwd, 'identity.pem'), identityPem(key));
  expect(identityNamed('identity.pem', cwd)).toBe(publicIdentity(key));
  expect(identityNamed(publicIdentity(key), cwd)).toBe(publicIdentity(key));
  const { publicKey } = generateKeyPairSync('ed25519');
  writeFileSync(join(cwd, 'identity.pub'), pemOf(publicKey));
  expect(pemOf(publicKeyOf(identityNamed('identity.pub', cwd)))).toBe(pemOf(publicKey));
});

it('a file that is absent, no key, or another kind of key is refused with its name (N3)', () => {
  const cwd = folder();
  writeFileSync(join(cwd, 'notes.txt'), 'no key');
  writeFileSync(join(cwd, 'rsa.pub'), pemOf(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey));
  for (const name of ['nothing.pub', 'notes.txt', 'rsa.pub'])
    expect(() => identityNamed(name, cwd)).toThrow(expect.objectContaining({ code: 'ENGINE_IDENTITY_KEY' }));
});
