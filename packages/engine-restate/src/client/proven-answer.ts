import { isProven, signAnswer } from '@loadout/command';
import { messageOf } from '@loadout/core';
import type { Ask } from '../approval/approval.js';
import type { Answer } from '../approval/approval-object.js';
import type { EngineKey } from '../door/engine-key.js';
import { errors } from '../errors.js';

/** An answer, with the private key of the person or a signature that was made elsewhere. */
export type GivenBy = Answer & { readonly key?: string | undefined };

/**
 * Signs an answer if the question is for certain people, and names the person by the key. A key that may not answer is refused here,
 * because the engine takes every request and would ignore it. Throws ENGINE_NO_APPROVER, ENGINE_KEY.
 */
export function provenAnswer({ call, hash, from }: Pick<Ask, 'call' | 'hash' | 'from'>, { key, ...given }: GivenBy): Answer {
  if (from === undefined) return given;
  const people = Object.keys(from);
  if (key === undefined && isProven({ ...given, hash }, from)) return given;
  if (key === undefined) throw errors.ENGINE_NO_APPROVER({ call, people });
  const { proof, publicKey } = signed({ ...given, hash }, key);
  const by = people.find((name) => from[name] === publicKey);
  if (by === undefined) throw errors.ENGINE_NO_APPROVER({ call, people, publicKey });
  return { ...given, by, proof };
}

/**
 * Returns the key of the one request that the engine takes. A question for certain people has a key for each signature. Nobody else can
 * make either: a forged request uses up nothing.
 */
export const onceKey = ({ hash, from }: Ask, { proof }: Pick<Answer, 'proof'>, key: EngineKey): string =>
  `${hash}.${from === undefined ? key.mac('the one answer', hash) : proof}`;

function signed(answer: Parameters<typeof signAnswer>[0], key: string) {
  try {
    return signAnswer(answer, key);
  } catch (error) {
    throw errors.ENGINE_KEY({ problem: messageOf(error) }, { cause: error });
  }
}
