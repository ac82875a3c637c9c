import { Script } from 'node:vm';
import { isLoadoutError } from '@loadout/core';
import { errors } from '../errors.js';

/** Milliseconds within which a call of a case ends, where its author names none. */
export const LIMIT_MS = 30_000;

export const isEndless = (error: unknown): error is Error => isLoadoutError(error) && error.code === 'CALL_ENDLESS';

const BODY = Symbol.for('loadout.testing.body');
const script = new Script(`globalThis[Symbol.for('loadout.testing.body')]()`);

export interface Limit {
  readonly ms: number;
  /** The function that is called, as the message names it. */
  readonly what: string;
}

/** Runs a function and waits for it no longer than the limit, also if it never returns. Throws CALL_ENDLESS then. */
export async function withinLimit<T>({ ms, what }: Limit, body: () => T | Promise<T>): Promise<T> {
  return settledIn(ms, Promise.resolve(started({ ms, what }, body)), () => {
    throw errors.CALL_ENDLESS({ what, ms });
  });
}

/** The least time for a function to return, so that a short limit does not stop one that a busy machine keeps waiting. */
const LEAST_MS = 500;

/** Only V8 can end a loop that never waits, and only for a script with a time limit. */
function started<T>({ ms, what }: Limit, body: () => T): T {
  const place = globalThis as unknown as Record<symbol, unknown>;
  place[BODY] = () => {
    const answer = body();
    // Nobody waits for it any more once the limit is over.
    if (answer instanceof Promise) answer.catch(() => {});
    return answer;
  };
  try {
    return script.runInThisContext({ timeout: Math.max(Math.ceil(ms), LEAST_MS), displayErrors: false }) as T;
  } catch (error) {
    throw (error as { code?: unknown } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
      ? errors.CALL_ENDLESS({ what, ms })
      : error;
  } finally {
    delete place[BODY];
  }
}

/** The result of the work, or that of `late` if the work does not settle within the time. The work itself continues. */
export async function settledIn<T, L>(ms: number, work: Promise<T>, late: () => L): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return Promise.race([work, over.then(late)]).finally(() => clearTimeout(timer));
}
