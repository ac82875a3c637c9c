import { closeServer, PageKeys } from '@loadout/node';
import type { Recording } from '../model/recording.js';
import type { RulesAnswer } from '../rules/rule-suggestions.js';
import { LiveFeed } from './live-feed.js';
import { HOST, localServer } from './local-server.js';
import { answer } from './routes.js';

export interface ServeOptions {
  /** The page, as `pageHtml` returns it. */
  readonly page: string;
  /** Default: any free port. */
  readonly port?: number | undefined;
  /** Reads what the sessions of the project say of its rules. Absent: there is no project. */
  readonly rules?: (() => Promise<RulesAnswer>) | undefined;
  /** Called for a fault of the server itself. It ends nothing. */
  readonly onFault: (error: unknown) => void;
}

export interface Viewer {
  /** The address with the token, which opens the page once. */
  readonly url: string;
  /** Ends all connections. The recordings stay open. */
  close(): Promise<void>;
}

/** Serves recordings to one browser on this machine. Nothing can be changed through it. Throws VIEW_PORT. */
export async function serveRecordings(recordings: readonly Recording[], options: ServeOptions): Promise<Viewer> {
  const { page, port: wanted = 0, rules, onFault } = options;
  const keys = new PageKeys();
  const shown = recordings.map((recording) => ({ recording, feed: new LiveFeed(recording) }));
  const { server, port } = await localServer(wanted, {
    answer: (exchange, at) => answer(exchange, { page, port: at, keys, shown, rules }),
    onFault,
  });
  const close = async () => {
    for (const { feed } of shown) feed.end();
    await closeServer(server, 500);
  };
  return { url: `http://${HOST}:${port}/#${keys.code}`, close };
}
