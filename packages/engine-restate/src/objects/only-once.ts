import type { ObjectContext } from '@restatedev/restate-sdk';
import { errors } from '../errors.js';
import type { Restate } from '../load-restate.js';

/** The beginning of the entries with the ids of messages that an object has taken. Each is an entry of its own, so that none grows. */
export const TAKEN = 'taken ';

export interface Message {
  readonly id: string;
  /** The number of the message among those with the id. Numbers only grow. Default 1. */
  readonly number?: number | undefined;
}

/** Notes a message. Throws the refusal with which the engine ends the call if the object has taken the message, or a later one of its id, before. */
export async function onlyOnce(ctx: ObjectContext, restate: Restate, { id, number = 1 }: Message): Promise<void> {
  if (((await ctx.get<number>(TAKEN + id)) ?? 0) >= number)
    throw new restate.TerminalError(errors.ENGINE_TAKEN_BEFORE({ of: ctx.key, id }).message, { errorCode: 409 });
  ctx.set(TAKEN + id, number);
}
