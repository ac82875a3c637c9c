import type { Exchanges } from '../ground/exchange.js';
import type { RunInbox } from '../ground/inbox.js';
import type { WatchedFiles } from '../hooks/watched-files.js';

/** The inbox of a run, and the work that may fill it beside the conversation. */
export interface Beside {
  readonly inbox: RunInbox;
  readonly watched: WatchedFiles;
  /** Told when the agent has answered and waits for its inbox. */
  readonly onIdle?: ((text: string) => void) | undefined;
}

/** Waits, when the agent has answered, for what work in the background brings. Undefined: nothing more will come. */
export async function awaitNews(
  { inbox, onIdle, signal }: Pick<Beside, 'inbox' | 'onIdle'> & Pick<Exchanges, 'signal'>,
  text: string,
): Promise<string | undefined> {
  if (inbox.isHeld) onIdle?.(text);
  return (await inbox.something(signal)) ? inbox.take().join('\n\n') : undefined;
}
