import { createPublicKey, type KeyObject, sign } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import type { EngineKey } from './engine-key.js';
import { privateKeyFor } from './identity.js';

/** The private key and the certificate with which a worker proves to the engine of this machine that it has the engine's key. */
export interface WorkerCertificate {
  readonly key: string;
  readonly cert: string;
}

/** The hosts at which a worker listens for the engine of this machine. */
export const OWN_HOSTS: readonly string[] = ['localhost', '127.0.0.1'];

/**
 * Returns the certificate of all workers of an engine at this machine. It follows from the engine's key, so both ends make it for
 * themselves, and it proves one thing: whoever answers has the key. It therefore never expires.
 */
export function workerCertificate(engineKey: EngineKey): WorkerCertificate {
  const key = privateKeyFor(engineKey, 'worker of the engine');
  const content = contentOf(createPublicKey(key));
  const der = sequence(content, ED25519, bits(sign(null, content, key)));
  const lines = der.toString('base64').replace(/.{64}/g, '$&\n').trim();
  return {
    key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

/** The certificates that an engine believes: those of its own workers, and of public addresses, at which workers elsewhere may be. */
export const believedBy = (engineKey: EngineKey): string => [workerCertificate(engineKey).cert, ...rootCertificates].join('\n');

/** Writes a value of DER, which has fewer than 65,536 bytes. */
function der(tag: number, ...parts: readonly (Uint8Array | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const bits = (content: Uint8Array) => der(0x03, Buffer.from([0]), content);
const ED25519 = sequence(der(0x06, Buffer.from('2b6570', 'hex')));
const NAME = sequence(der(0x31, sequence(der(0x06, Buffer.from('550403', 'hex')), der(0x0c, 'Loadout worker'))));
const VALID = sequence(der(0x17, '250101000000Z'), der(0x18, '99991231235959Z'));
/** `OWN_HOSTS` as subjectAltName: a name, and an address. */
const HOSTS = sequence(der(0x82, 'localhost'), der(0x87, Buffer.from([127, 0, 0, 1])));
const EXTENSIONS = sequence(sequence(der(0x06, Buffer.from('551d11', 'hex')), der(0x04, HOSTS)));

/** The signed part: version 3, serial number 1, and the same name as issuer and as subject. */
const contentOf = (key: KeyObject) =>
  sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ED25519,
    NAME,
    VALID,
    NAME,
    key.export({ type: 'spki', format: 'der' }),
    der(0xa3, EXTENSIONS),
  );
