import { canonicalJson } from '@loadout/node';
import { errors } from '../errors.js';
import type { Restate } from '../load-restate.js';
import type { EngineKey } from './engine-key.js';

/** Something that acts on an object of the engine. */
export interface Act {
  readonly act: 'prompt' | 'answer' | 'job' | 'removal' | 'money' | 'wait';
  /** The service of the object, and its key there: the session, the question, the budget. */
  readonly service: string;
  readonly of: string;
}

/** A message that acts, with the code of the engine's key over the message, its kind and the object that it is for. */
export interface Sealed<T> {
  readonly body: T;
  readonly mac: string;
}

export const seal = <T>(key: EngineKey, act: Act, body: T): Sealed<T> => ({ body, mac: key.mac(...textsOf(act, body)) });

/** Returns the content of a message, which may be anything that somebody sent. `undefined` for one that the key has not sealed for this act. */
export function unseal(key: EngineKey, act: Act, sent: unknown): unknown {
  const { body, mac } = (sent ?? {}) as Readonly<Record<string, unknown>>;
  return body !== undefined && key.accepts(mac, ...textsOf(act, body)) ? body : undefined;
}

/** Returns the content of a message. Throws the refusal with which the engine ends the call: nobody repeats it. */
export function unsealed(
  sent: unknown,
  { key, restate, ...act }: Act & { readonly key: EngineKey; readonly restate: Restate },
): unknown {
  const body = unseal(key, act, sent);
  if (body === undefined) throw new restate.TerminalError(errors.ENGINE_NOT_SIGNED(act).message, { errorCode: 403 });
  return body;
}

const textsOf = ({ act, service, of }: Act, body: unknown) => [act, service, of, canonicalJson(body)];
