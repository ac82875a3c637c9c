export interface ReleasableSignal {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
  release(): void;
}

/**
 * Makes a signal that aborts with another one until its release, after `interrupt`. `AbortSignal.any` would leave a weak reference on the
 * signal of the run in every turn.
 */
export function releasableSignal(signal: AbortSignal, interrupt: () => void = () => {}): ReleasableSignal {
  const controller = new AbortController();
  const follow = () => {
    interrupt();
    controller.abort(signal.reason);
  };
  if (signal.aborted) follow();
  else signal.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    release: () => signal.removeEventListener('abort', follow),
  };
}
