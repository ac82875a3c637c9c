import { createPrivateKey, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { EngineKey } from './engine-key.js';
import { EngineSignatures } from './engine-signature.js';
import { identityPem, publicIdentity } from './identity.js';

const key = new EngineKey('k'.repeat(43), 'a test');
const other = new EngineKey('o'.repeat(43), 'a test');
const PATH = '/invoke/loadout.shipper/prompt';
/** The time of the engine, in seconds. That of this machine is another. */
const NOW = 1_000_000;

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The headers of a request as Restate signs it. */
function signed({ of = key, by = of, head = {}, claims = {} }: Signing = {}) {
  const text = `${base64({ typ: 'JWT', alg: 'EdDSA', kid: publicIdentity(of), ...head })}.${base64({ aud: PATH, exp: NOW + 60, nbf: NOW - 60, ...claims })}`;
  const signature = sign(null, Buffer.from(text), createPrivateKey(identityPem(by))).toString('base64url');
  return { 'x-restate-signature-scheme': 'v1', 'x-restate-jwt-v1': `${text}.${signature}` };
}

interface Signing {
  readonly of?: EngineKey;
  readonly by?: EngineKey;
  readonly head?: object;
  readonly claims?: object;
}

const signatures = new EngineSignatures([publicIdentity(key)], () => NOW * 1000);

describe('a request to a worker', () => {
  it('is taken if the engine has signed it just now by its own clock, for what it asks (N3)', () => {
    expect(signatures.accept(signed(), `/0123456789ab${PATH}`)).toBe(true);
    expect(signatures.accept(signed({ claims: { aud: ['/discover'] } }), '/0123456789ab/discover')).toBe(true);
  });

  it.each<[string, Signing | object, string?]>([
    ['another key', { of: other }],
    ['the name of the key and the signature of another', { by: other }],
    ['a time that is over', { claims: { exp: NOW - 6 } }],
    ['a time to come', { claims: { nbf: NOW + 6 } }],
    ['no time', { claims: { exp: undefined } }],
    ['a time that is no number', { claims: { exp: '9999999999' } }],
    ['another algorithm', { head: { alg: 'none' } }],
    ['a name of a key that every object has', { head: { kid: 'constructor' } }],
    ['the path of another handler', {}, '/invoke/loadout-approvals/answer'],
    ['a path behind the one that is signed', {}, `${PATH}/x`],
    ['a path in a query', {}, `/health?${PATH}`],
    ['no path that can be asked', { claims: { aud: undefined } }, '/health'],
  ])('is refused with %s (N3)', (_, signing, path = PATH) => {
    expect(signatures.accept(signed(signing as Signing), path)).toBe(false);
  });

  it('is refused without a signature that can be read (N3)', () => {
    const { 'x-restate-jwt-v1': token } = signed();
    for (const jwt of ['', 'a.b.c', '...', `${token}.x`, token.slice(0, token.lastIndexOf('.')), 'bnVsbA.bnVsbA.x'])
      expect(signatures.accept({ 'x-restate-signature-scheme': 'v1', 'x-restate-jwt-v1': jwt }, PATH), jwt).toBe(false);
    expect(signatures.accept({ 'x-restate-jwt-v1': token }, PATH)).toBe(false);
    expect(signatures.accept({}, PATH)).toBe(false);
  });

  it('needs keys that can be read', () => {
    for (const name of ['', 'publickeyv1_', `publickeyv1_${'0'.repeat(44)}`, `publickeyv1_${'z'.repeat(60)}`])
      expect(() => new EngineSignatures([name], () => 0), name).toThrow(expect.objectContaining({ code: 'ENGINE_IDENTITY_KEY' }));
  });
});
