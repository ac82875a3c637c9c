import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';

/** The parts of an answer that a person signs. The hash stands for everything that was asked. */
export interface AnswerToSign {
  readonly hash: string;
  readonly behavior: 'allow' | 'deny';
  readonly message?: string | undefined;
  /** The answers to questions, in their order. */
  readonly texts?: readonly string[] | undefined;
}

/** The people whose answers count, with their public keys. */
export type Approvers = Readonly<Record<string, string>>;

const textOf = ({ hash, behavior, message = '', texts = [] }: AnswerToSign): Buffer =>
  Buffer.from(JSON.stringify(['an answer to a question of Loadout', hash, behavior, message, ...texts]));

/** Signs an answer with a private key. Throws for a text that is no private Ed25519 key. */
export function signAnswer(answer: AnswerToSign, privateKey: string): { readonly proof: string; readonly publicKey: string } {
  const key = createPrivateKey(privateKey);
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');
  return { proof: sign(null, textOf(answer), key).toString('base64'), publicKey };
}

/** Returns whether an answer is of the person that it names, and that person may answer. Without a list, everybody may. */
export function isProven(
  answer: AnswerToSign & { readonly by: string; readonly proof?: string | undefined },
  from: Approvers | undefined,
): boolean {
  if (from === undefined) return true;
  const line = Object.hasOwn(from, answer.by) ? from[answer.by] : undefined;
  if (line === undefined || answer.proof === undefined) return false;
  const key = createPublicKey({ key: Buffer.from(line, 'base64'), type: 'spki', format: 'der' });
  return verify(null, textOf(answer), key, Buffer.from(answer.proof, 'base64'));
}
