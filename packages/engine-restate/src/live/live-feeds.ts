import { createHmac, randomBytes } from 'node:crypto';
import { isSameSecret } from '@loadout/node';
import { LiveFeed } from './live-feed.js';

/** A run of an agent, by the service of the agent. */
export interface NamedRun {
  readonly service: string;
  readonly run: string;
}

/** The live feeds of the runs that a worker has, and the key that opens them. */
export class LiveFeeds {
  /** The key is known to the engine and lasts as long as the worker. Whoever reads the administration of the engine can listen. */
  readonly key = randomBytes(32).toString('base64url');
  readonly #feeds = new Map<string, LiveFeed>();

  /** Opens the feed of a round, whose session has so many records. A feed of an earlier round of the session is closed. */
  open(run: NamedRun, count: number): LiveFeed {
    const name = nameOf(run);
    this.#feeds.get(name)?.close();
    const feed: LiveFeed = new LiveFeed({
      count,
      onClose: () => {
        if (this.#feeds.get(name) === feed) this.#feeds.delete(name);
      },
    });
    this.#feeds.set(name, feed);
    return feed;
  }

  find(run: NamedRun): LiveFeed | undefined {
    return this.#feeds.get(nameOf(run));
  }

  /** True for the pass of this run. */
  accepts(pass: string, run: NamedRun): boolean {
    return isSameSecret(pass, passOf(this.key, run));
  }
}

const nameOf = ({ service, run }: NamedRun): string => `${service}/${run}`;

/** The pass of a listener. It opens the live stream of one run on one worker, and nothing else. */
export const passOf = (key: string, run: NamedRun): string =>
  createHmac('sha256', key)
    .update(`listen to ${nameOf(run)}`)
    .digest('base64url');
