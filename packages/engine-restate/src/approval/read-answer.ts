import type { Approval } from './approval.js';

/** Reads an answer, which may be anything that somebody sent. Returns `undefined` for what is no answer. */
export function readAnswer(sent: unknown): Omit<Approval, 'hash' | 'at'> | undefined {
  const { behavior, by, message, texts, proof, isExpired } = (sent ?? {}) as Readonly<Record<string, unknown>>;
  if ((behavior !== 'allow' && behavior !== 'deny') || typeof by !== 'string') return undefined;
  if (![message, proof].every((one) => one === undefined || typeof one === 'string')) return undefined;
  if (texts !== undefined && !(Array.isArray(texts) && texts.every((one) => typeof one === 'string'))) return undefined;
  const rest = { message, texts, proof } as Pick<Approval, 'message' | 'texts' | 'proof'>;
  return { behavior, by, ...rest, isExpired: isExpired === true };
}
