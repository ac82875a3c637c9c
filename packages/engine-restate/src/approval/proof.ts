import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import type { Approval, Ask } from './approval.js';

/** The parts of an answer that a person signs. The hash stands for everything that was asked. */
export type Signed = Pick<Approval, 'behavior' | 'message' | 'texts'> & Pick<Ask, 'hash'>;

const textOf = ({ hash, behavior, message = '', texts = [] }: Signed): Buffer =>
  Buffer.from(JSON.stringify(['an answer to a question of Loadout', hash, behavior, message, ...texts]));

/** Signs an answer with a private key. Throws for a text that is no private Ed25519 key. */
export function signAnswer(answer: Signed, privateKey: string): { readonly proof: string; readonly publicKey: string } {
  const key = createPrivateKey(privateKey);
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');
  return { proof: sign(null, textOf(answer), key).toString('base64'), publicKey };
}

/** Reads an answer, which may be anything that somebody sent. Returns `undefined` for what is no answer. */
export function readAnswer(sent: unknown): Omit<Approval, 'hash' | 'at'> | undefined {
  const { behavior, by, message, texts, proof, isExpired } = (sent ?? {}) as Readonly<Record<string, unknown>>;
  if ((behavior !== 'allow' && behavior !== 'deny') || typeof by !== 'string') return undefined;
  if (![message, proof].every((one) => one === undefined || typeof one === 'string')) return undefined;
  if (texts !== undefined && !(Array.isArray(texts) && texts.every((one) => typeof one === 'string'))) return undefined;
  const rest = { message, texts, proof } as Pick<Approval, 'message' | 'texts' | 'proof'>;
  return { behavior, by, ...rest, isExpired: isExpired === true };
}

/** Returns whether an answer is of the person that it names, and that person may answer. Without a list, everybody may. */
export function isProven(answer: Signed & Pick<Approval, 'by' | 'proof'>, from: Ask['from']): boolean {
  if (from === undefined) return true;
  const line = Object.hasOwn(from, answer.by) ? from[answer.by] : undefined;
  if (line === undefined || answer.proof === undefined) return false;
  const key = createPublicKey({ key: Buffer.from(line, 'base64'), type: 'spki', format: 'der' });
  return verify(null, textOf(answer), key, Buffer.from(answer.proof, 'base64'));
}
