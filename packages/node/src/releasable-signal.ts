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
  else for (const one of others) one.addEventListener('abort', follow, { once: true });
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
