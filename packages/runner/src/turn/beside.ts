import type { RunInbox } from '../ground/inbox.js';
import type { WatchedFiles } from '../hooks/watched-files.js';

/** What goes on beside the conversation. */
export interface Beside {
  readonly inbox: RunInbox;
  readonly watched: WatchedFiles;
  /** Told when the agent has answered and waits for its inbox. */
  readonly onIdle?: ((text: string) => void) | undefined;
}
