import { setMaxListeners } from 'node:events';

/** A timer that fires so late shows that the process was busy, stopped or asleep. */
const LATE_MS = 20;
/** The most time that such a process gets to receive everything that ended meanwhile, before a time limit counts. */
const CATCH_UP_MS = 500;
/** A timer cannot be longer. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Runs the action after a time of any length, and a little later if the process could not run meanwhile. Returns a function that cancels
 * it.
 */
export function after(ms: number, action: () => void): () => void {
  const due = performance.now() + ms;
  const look = () => {
    const late = performance.now() - due;
    if (late < -1) wait(-late);
    else if (late < LATE_MS) action();
    else timer = setTimeout(action, Math.min(late, CATCH_UP_MS));
  };
  let timer: NodeJS.Timeout;
  const wait = (rest: number) => {
    timer = setTimeout(look, Math.min(rest, LONGEST_TIMER_MS));
  };
  wait(ms);
  return () => clearTimeout(timer);
}

/**
 * Returns a signal that aborts after a time. A fraction of a millisecond counts as one, and a rest of time below zero, or that is no number, as
 * none: Node throws for each of them. 24.8 days are the most.
 */
export const timeLimit = (ms: number): AbortSignal =>
  AbortSignal.timeout(Math.min(Math.max(Math.ceil(ms) || 0, 0), LONGEST_TIMER_MS));

/** The clock of a system: milliseconds since any fixed moment, and timers. */
export const systemClock = { now: (): number => performance.now(), after };

/** Returns whether the work settles within the time. The work itself continues. */
export function settlesWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = after(ms, () => resolve(false));
    const settled = () => {
      cancel();
      resolve(true);
    };
    work.then(settled, settled);
  });
}

/** Resolves with the work, or rejects with the reason of the signal as soon as it aborts. The work itself continues. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

export interface ReleasableSignal {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
  /** From now on it follows no other signal. */
  release(): void;
}

/**
 * Makes a signal that aborts with the first of the others until its release. `AbortSignal.any` would leave something on each of them, and
 * one that lives as long as a session or a server would grow with every use.
 */
export function releasableSignal(...followed: readonly (AbortSignal | undefined)[]): ReleasableSignal {
  const controller = new AbortController();
  const others = followed.filter((one) => one !== undefined);
  const follow = () => {
    release();
    controller.abort(others.find(({ aborted }) => aborted)?.reason);
  };
  const release = () => {
    for (const one of others) one.removeEventListener('abort', follow);
  };
  if (others.some(({ aborted }) => aborted)) follow();
  else
    for (const one of others) {
      // A hundred agents may follow one signal. Each leaves it, so the warning of Node about a leak would be wrong.
      setMaxListeners(0, one);
      one.addEventListener('abort', follow, { once: true });
    }
  return { signal: controller.signal, abort: (reason) => controller.abort(reason), release };
}

/** Works under a signal that aborts with the first of the others, and leaves nothing on them. */
export async function underSignals<T>(
  signals: readonly (AbortSignal | undefined)[],
  work: (signal: AbortSignal) => T | Promise<T>,
): Promise<T> {
  const either = releasableSignal(...signals);
  try {
    return await work(either.signal);
  } finally {
    either.release();
  }
}
