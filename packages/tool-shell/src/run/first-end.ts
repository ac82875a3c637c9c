export type Ending = 'itself' | 'timeout' | 'interrupt';

/** What happens first: it ends, the time is up, or the call is aborted. Leaves no timer and no listener. */
export function firstEnd(
  ended: Promise<unknown>,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<Ending> {
  return new Promise((settle) => {
    const end = (how: Ending) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      settle(how);
    };
    const onAbort = () => end('interrupt');
    const timer = setTimeout(() => end('timeout'), timeoutMs);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    ended.then(() => end('itself'));
  });
}
