import type { Exchanges, RunInbox } from '../context/exchange.js';
import type { WatchedFiles } from '../hooks/watched-files.js';

/** The inbox of a run, and the background work that may fill it. */
export interface Incoming {
  readonly inbox: RunInbox;
  readonly watched: WatchedFiles;
  /** Called when the agent has answered and waits for its inbox. */
  readonly onIdle?: ((text: string) => void) | undefined;
}

/** Waits, after an answer, for messages from background work. Undefined: no more messages will come. */
export async function awaitNews(
  { inbox, onIdle, signal }: Pick<Incoming, 'inbox' | 'onIdle'> & Pick<Exchanges, 'signal'>,
  text: string,
): Promise<string | undefined> {
  if (inbox.isHeld) onIdle?.(text);
  return (await inbox.something(signal)) ? inbox.take().join('\n\n') : undefined;
}
