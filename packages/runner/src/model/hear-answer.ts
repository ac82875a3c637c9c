import type { Clock } from '@loadout/core/run';

/** The time that a provider gets to end an answer that was aborted. */
const GRACE_MS = 3_000;

interface Hearing<T> {
  readonly signal: AbortSignal;
  readonly clock: Pick<Clock, 'after'>;
  /** Called with each event. The next event is read when its promise resolves; an error that it throws ends the answer. */
  readonly take: (event: T) => void | Promise<void>;
  /** Called when the answer is left behind. */
  readonly onLeft: (seconds: number) => void;
}

/** Takes the events of an answer, until it ends. An answer that goes on after the abort is left behind, with the reason of the abort. */
export async function hearAnswer<T>(answer: AsyncIterable<T>, hearing: Hearing<T>): Promise<void> {
  const { signal, clock, take, onLeft } = hearing;
  let isLeft = false;
  const hear = async () => {
    for await (const event of answer) {
      // A provider that nobody waits for may still answer.
      if (isLeft) return;
      const taken = take(event);
      if (taken !== undefined) await taken;
    }
  };
  let release = () => {};
  // One promise for the whole answer: one for each event would be most of what a long conversation allocates.
  const left = new Promise<never>((_, reject) => {
    const leave = () => {
      isLeft = true;
      onLeft(GRACE_MS / 1000);
      reject(signal.reason);
    };
    let cancel = () => {};
    const onAbort = () => void (cancel = clock.after(GRACE_MS, leave));
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    release = () => {
      cancel();
      signal.removeEventListener('abort', onAbort);
    };
  });
  try {
    await Promise.race([hear(), left]);
  } finally {
    release();
  }
}
