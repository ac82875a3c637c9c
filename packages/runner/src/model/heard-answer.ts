import type { Clock } from '@loadout/core/run';

/** The time that a provider gets to end an answer that was aborted. */
const GRACE_MS = 3_000;

interface Hearing {
  readonly signal: AbortSignal;
  readonly clock: Pick<Clock, 'after'>;
  /** Called when the answer is left behind. */
  readonly onLeft: (seconds: number) => void;
}

/** The events of an answer, until it ends. An answer that goes on after the abort is left behind, with the reason of the abort. */
export async function* heardAnswer<T>(answer: AsyncIterable<T>, { signal, clock, onLeft }: Hearing): AsyncGenerator<T> {
  const events = answer[Symbol.asyncIterator]();
  let leave: (reason: unknown) => void = () => {};
  let cancel = () => {};
  let isLeft = false;
  const onAbort = () => {
    cancel = clock.after(GRACE_MS, () => {
      isLeft = true;
      onLeft(GRACE_MS / 1000);
      leave(signal.reason);
    });
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  let isOver = false;
  try {
    for (;;) {
      const next = await new Promise<IteratorResult<T>>((resolve, reject) => {
        leave = reject;
        events.next().then(resolve, reject);
      });
      // An answer of many events at once never waits for the next one.
      if (isLeft) throw signal.reason;
      isOver = next.done === true;
      if (isOver) return;
      yield next.value;
    }
  } finally {
    cancel();
    signal.removeEventListener('abort', onAbort);
    const closed = isOver ? undefined : Promise.resolve(events.return?.()).catch(() => {});
    // Nobody waits for a provider that does not listen.
    if (!isLeft) await closed;
  }
}
