import { LONGEST_TIMER_MS, releasableSignal } from '../timer.js';
import { nextDelayMs, type Patience } from './next-delay.js';

/** One answer, in batches of events: one for each chunk that completes something. */
export interface Answer<Event, Limit> {
  /** The limits from the headers of the answer. */
  readonly limits: readonly Limit[];
  readonly requestId: string | undefined;
  /** `undefined` after the last. Contract: throws an error of the provider, or the connection's own error when it was aborted. */
  next(): Promise<readonly Event[] | undefined>;
  close(): void;
}

/** The failure of one attempt. */
export interface FailedAttempt<E extends Error, Limit> {
  readonly error: E;
  /** In a few words, for the `retry` event. */
  readonly reason: string;
  readonly status?: number | undefined;
  readonly retryable: boolean;
  readonly retryAfterMs?: number | undefined;
  /** How long it is worth asking again, where that is shorter than the limit of the provider. */
  readonly patienceMs?: number | undefined;
  /** The limits that the API reported. */
  readonly limits?: readonly Limit[] | undefined;
}

/** A request to one server, for one attempt. */
export interface Asking<Event, E extends Error, Limit> {
  /** Resolves when the head of the answer is in. */
  ask(signal: AbortSignal): Promise<Answer<Event, Limit>>;
  failureOf(thrown: unknown): FailedAttempt<E, Limit>;
  /** Whether a credential that was refused is replaced by another one, so that the next attempt follows at once. */
  renews?(failure: FailedAttempt<E, Limit>): boolean;
}

interface Asked<Event, E extends Error, Limit> extends Patience {
  readonly signal: AbortSignal;
  /** Begins an attempt, of which this is the number. Its errors are not asked again. */
  begin(attempts: number): Promise<Asking<Event, E, Limit>>;
  /** The event as it goes out. `requestId` is the server's name for the request. */
  eventOf(event: Event, requestId: string | undefined): Event;
  aborted(): E;
}

type Report<Limit> =
  | { readonly type: 'rate_limits'; readonly limits: readonly Limit[] }
  | {
      readonly type: 'retry';
      readonly attempt: number;
      readonly delayMs: number;
      readonly reason: string;
      readonly status: number | undefined;
    };

/**
 * Returns the events of an answer, and asks again after a failure that may pass. Once an event is
 * out, nothing is asked again. Contract: throws the error of the last failure, or that of `aborted`. Source: RETRY-01.
 */
export const askedAgain = <Event, E extends Error, Limit>(
  asked: Asked<Event, E, Limit>,
): AsyncIterableIterator<Event | Report<Limit>, void> => oneByOne(batchesOf(asked));

/**
 * Returns the items of batches one by one. A generator of the items would make five promises for each, which is most of what a stream of
 * short pieces costs.
 */
export function oneByOne<T>(batches: AsyncGenerator<readonly T[], void>): AsyncIterableIterator<T, void> {
  let batch: readonly T[] = [];
  let at = 0;
  let asked: Promise<unknown> | undefined;
  const next = (): Promise<IteratorResult<T, void>> => {
    if (at < batch.length) return Promise.resolve({ done: false, value: batch[at++] as T });
    if (asked !== undefined) return asked.then(next, next);
    const taken = batches.next().then(take, fail);
    asked = taken;
    return taken;
  };
  const take = (more: IteratorResult<readonly T[], void>) => {
    asked = undefined;
    if (more.done === true) return more;
    batch = more.value;
    at = 0;
    return next();
  };
  const fail = (error: unknown) => {
    asked = undefined;
    throw error;
  };
  return {
    next,
    async return() {
      batch = [];
      await batches.return();
      // A `next` under way was still answered.
      batch = [];
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

async function* batchesOf<Event, E extends Error, Limit>(
  asked: Asked<Event, E, Limit>,
): AsyncGenerator<readonly (Event | Report<Limit>)[], void> {
  const { signal } = asked;
  const began = performance.now();
  for (let attempts = 1; ; attempts++) {
    const asking = await asked.begin(attempts);
    const attempt = releasableSignal(signal);
    let answer: Answer<Event, Limit> | undefined;
    let started = false;
    let failure: FailedAttempt<E, Limit>;
    try {
      answer = await asking.ask(attempt.signal);
      const { requestId } = answer;
      if (answer.limits.length > 0) yield [{ type: 'rate_limits', limits: answer.limits }];
      for (let events = await answer.next(); events !== undefined; events = await answer.next()) {
        started = true;
        yield events.map((event) => asked.eventOf(event, requestId));
      }
      return;
    } catch (thrown) {
      failure = asking.failureOf(thrown);
    } finally {
      attempt.release();
      answer?.close();
    }
    if (signal.aborted) throw asked.aborted();
    const { error, reason, status, limits = [] } = failure;
    if (limits.length > 0) yield [{ type: 'rate_limits', limits }];
    const renews = !started && asking.renews?.(failure) === true;
    const delayMs = renews ? 0 : started ? undefined : nextDelayMs(failure, { asked, attempts, began });
    if (delayMs === undefined) throw error;
    yield [{ type: 'retry', attempt: attempts, delayMs, reason, status }];
    const { setTimeout: sleep } = await import('node:timers/promises');
    await sleep(Math.min(delayMs, LONGEST_TIMER_MS), undefined, { signal }).catch(() => {
      throw asked.aborted();
    });
  }
}
