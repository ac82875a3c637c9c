import { Waiters } from '@loadout/node';
import type { Recording } from '../model/recording.js';
import type { LiveEvent } from '../model/wire.js';

/** The interval at which a recording is looked at while somebody follows it. */
const LOOK_MS = 250;

export interface News {
  /** The value of `Last-Event-ID` with which a reader continues behind these events. */
  readonly id: string;
  readonly events: readonly LiveEvent[];
}

/**
 * The changes of a recording, for any number of readers. The feed keeps no events, only the version in which each node changed last:
 * a reader that was away gets the current state of the nodes that it missed, however long it was away.
 */
export class LiveFeed {
  readonly #recording: Recording;
  /** Counts how often the file was replaced. */
  #epoch = 0;
  #version = 0;
  #headVersion = 0;
  #head: string;
  /** By the id of a node. A node that has not changed since the start is missing. */
  #changed = new Map<number, number>();
  #looking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #readers = 0;
  #hasEnded = false;
  readonly #waiters = new Waiters();

  constructor(recording: Recording) {
    this.#recording = recording;
    this.#head = JSON.stringify(recording.trajectory.head);
  }

  /** Reads what was appended. All callers at one time share one look. Rejects if the recording can no longer be read. */
  refresh(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  /** The changes behind an id, then each further change, up to the end or the abort. */
  async *after(id: string | undefined, signal: AbortSignal): AsyncGenerator<News> {
    let [epoch, version] = id === undefined ? [this.#epoch, 0] : positionOf(id);
    this.#follow();
    try {
      while (!signal.aborted) {
        const events = this.#between(epoch, version);
        [epoch, version] = [this.#epoch, this.#version];
        if (events.length > 0) yield { id: `${epoch}.${version}`, events };
        else if (this.#hasEnded) return yield { id: `${epoch}.${version}`, events: [{ type: 'end' }] };
        else await this.#waiters.wait(signal);
      }
    } finally {
      this.#unfollow();
    }
  }

  /** Ends all readers, each after the last change. */
  end(): void {
    this.#hasEnded = true;
    clearInterval(this.#timer);
    this.#waiters.wake();
  }

  #between(epoch: number, version: number): readonly LiveEvent[] {
    if (epoch !== this.#epoch) return [{ type: 'anew' }];
    const { nodes, head } = this.#recording.trajectory;
    const ids = [...this.#changed].filter(([, at]) => at > version).map(([id]) => id);
    const news = ids.sort((a, b) => a - b).flatMap((id) => nodes[id] ?? []);
    return [
      ...(news.length > 0 ? [{ type: 'nodes' as const, nodes: news }] : []),
      ...(this.#headVersion > version ? [{ type: 'head' as const, head }] : []),
    ];
  }

  async #look(): Promise<void> {
    const news = await this.#recording.more();
    const head = JSON.stringify(this.#recording.trajectory.head);
    if (news === 'anew') {
      this.#epoch += 1;
      this.#version = 0;
      this.#headVersion = 0;
      this.#changed = new Map();
    } else if (news.length > 0 || head !== this.#head) {
      this.#version += 1;
      for (const { id } of news) this.#changed.set(id, this.#version);
      if (head !== this.#head) this.#headVersion = this.#version;
    } else return;
    this.#head = head;
    this.#waiters.wake();
  }

  #follow(): void {
    this.#readers += 1;
    if (this.#readers > 1 || this.#hasEnded) return;
    const look = () => void this.refresh().catch(() => this.end());
    look();
    this.#timer = setInterval(look, LOOK_MS).unref();
  }

  #unfollow(): void {
    this.#readers -= 1;
    if (this.#readers === 0) clearInterval(this.#timer);
  }
}

/** The position that an id names. An id of no known form is a position of another file. */
function positionOf(id: string): readonly [epoch: number, version: number] {
  const [, epoch = '-1', version = '0'] = /^(\d{1,9})\.(\d{1,15})$/.exec(id) ?? [];
  return [Number(epoch), Number(version)];
}
