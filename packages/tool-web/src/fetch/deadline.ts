export interface Deadline {
  /** Aborts when the time is over or the caller aborts. */
  readonly signal: AbortSignal;
  readonly expired: boolean;
  clear(): void;
}

export function startDeadline(seconds: number, caller: AbortSignal): Deadline {
  const controller = new AbortController();
  let expired = false;
  const timer = setTimeout(() => {
    expired = true;
    controller.abort();
  }, seconds * 1000);
  const follow = () => controller.abort();
  caller.addEventListener('abort', follow, { once: true });
  if (caller.aborted) follow();
  return {
    signal: controller.signal,
    get expired() {
      return expired;
    },
    clear() {
      clearTimeout(timer);
      caller.removeEventListener('abort', follow);
    },
  };
}
