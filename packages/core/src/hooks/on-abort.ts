/** What is to happen when a signal aborts, by signal: many wait for the same one, and Node warns of more than ten listeners. */
const waiting = new WeakMap<AbortSignal, { readonly actions: Set<() => void>; readonly listener: () => void }>();

/** Runs `action` once when the signal aborts, and at once if it has. The answer cancels it; the last one takes the listener off. */
export function onAbort(signal: AbortSignal, action: () => void): () => void {
  if (signal.aborted) {
    action();
    return () => {};
  }
  const { actions, listener } = waiting.get(signal) ?? listenTo(signal);
  const own = () => action();
  actions.add(own);
  return () => {
    actions.delete(own);
    if (actions.size > 0 || waiting.get(signal)?.actions !== actions) return;
    waiting.delete(signal);
    signal.removeEventListener('abort', listener);
  };
}

function listenTo(signal: AbortSignal) {
  const actions = new Set<() => void>();
  const listener = () => {
    waiting.delete(signal);
    for (const action of actions) action();
  };
  const entry = { actions, listener };
  waiting.set(signal, entry);
  signal.addEventListener('abort', listener, { once: true });
  return entry;
}
