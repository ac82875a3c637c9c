import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { messageOf } from '@loadout/core';
import { createWhole, isSameSecret } from '@loadout/node';
import { errors } from '../errors.js';

/** The fewest characters of a key: 32 random bytes as base64url have 43. */
const LEAST_LENGTH = 40;

/**
 * The key that an engine, its workers and its users share. Whoever has it may act: requests, prompts, answers and jobs carry a code
 * that only the key can make. The key itself is never sent.
 */
export class EngineKey {
  readonly #secret: string;

  /** Throws ENGINE_KEY_FILE for a text that is too short. */
  constructor(text: string, file: string) {
    const secret = text.trim();
    if (secret.length < LEAST_LENGTH)
      throw errors.ENGINE_KEY_FILE({
        file,
        problem: `it has ${secret.length} characters, and a key has at least ${LEAST_LENGTH}`,
      });
    this.#secret = secret;
  }

  /** Returns the code for a list of texts. Another list, however it is divided, has another code. */
  mac(...texts: readonly string[]): string {
    return this.bytes(...texts).toString('base64url');
  }

  /** Returns whether a code, which may be anything that somebody sent, is the one for these texts. */
  accepts(mac: unknown, ...texts: readonly string[]): boolean {
    return typeof mac === 'string' && isSameSecret(mac, this.mac(...texts));
  }

  /** Returns 32 bytes for a purpose. */
  bytes(...purpose: readonly string[]): Buffer {
    return createHmac('sha256', this.#secret).update(JSON.stringify(purpose)).digest();
  }
}

/** Reads the key of an engine. Throws ENGINE_KEY_FILE. */
export function readEngineKey(file: string): EngineKey {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw errors.ENGINE_KEY_FILE({ file, problem: messageOf(error) }, { cause: error });
  }
  return new EngineKey(text, file);
}

/** Reads the key of an engine, and makes it first if there is none. Only the user can read the file. Throws ENGINE_KEY_FILE. */
export function makeEngineKey(file: string): EngineKey {
  try {
    createWhole(file, `${randomBytes(32).toString('base64url')}\n`);
  } catch (error) {
    throw errors.ENGINE_KEY_FILE({ file, problem: messageOf(error) }, { cause: error });
  }
  return readEngineKey(file);
}
