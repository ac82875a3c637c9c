import type { Redaction } from '@loadout/core';
import type { RedactedBytes } from '@loadout/core/run';
import { HoldSecrets, type Piece } from './hold-secrets.js';
import type { Secrets } from './redact.js';

/**
 * Makes the redaction service for tools. Bytes are read as Latin-1, which preserves each byte, so that binary output stays as it
 * is.
 */
export function redactionOf(secrets: Secrets): Redaction {
  const bytes = asBytes(secrets);
  return {
    stream(): RedactedBytes {
      const held = new HoldSecrets(bytes);
      return {
        push(piece) {
          const given = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
          // Almost no piece has a secret, and a copy of each would fill memory with garbage.
          if (held.passes(textOf(given))) return piece;
          return Buffer.from(held.push(given.toString('latin1')), 'latin1');
        },
        flush: () => Buffer.from(held.flush(), 'latin1'),
      };
    },
  };
}

/** Reads bytes as Latin-1 in place. */
const textOf = (bytes: Buffer): Piece => ({
  length: bytes.length,
  includes: (form) => bytes.includes(form, 0, 'latin1'),
  slice: (start) => bytes.toString('latin1', start),
});

/** Returns the UTF-8 bytes of each secret, one character per byte. */
function asBytes(secrets: Secrets): () => readonly string[] {
  const list = typeof secrets === 'function' ? secrets : () => secrets;
  let known: readonly string[] | undefined;
  let made: readonly string[] = [];
  return () => {
    const now = list();
    if (now !== known) [known, made] = [now, now.map((secret) => Buffer.from(secret, 'utf8').toString('latin1'))];
    return made;
  };
}
