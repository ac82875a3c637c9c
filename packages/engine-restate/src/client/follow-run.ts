import { setTimeout as pause } from 'node:timers/promises';
import { isLoadoutError, messageOf } from '@loadout/core';
import type { AgentEvent } from '@loadout/runner';
import type { SessionRecord } from '@loadout/sessions';
import type { Endpoint } from '../engine/request.js';
import { type Heard, listen } from '../live/listen.js';
import { deploymentOf, type WorkerOfRun, workerOf } from '../live/worker-of.js';
import { serviceOf } from '../names.js';
import { type ListedRun, OVER } from './listed-run.js';

/** A piece of a run that is followed. */
export type Followed =
  /** The next records of the run's own session. All records come, each once, in order. */
  | { readonly records: readonly SessionRecord[] }
  /** An event that has no record. Events of this kind may be missing, and are told to those who listen then. */
  | { readonly live: AgentEvent }
  /** The run, after the records that the engine had when it was looked at. */
  | { readonly state: ListedRun };

export interface FollowParts {
  readonly admin: Endpoint;
  readonly run: string;
  readonly signal: AbortSignal;
  readonly look: () => Promise<ListedRun>;
  readonly records: (run: ListedRun) => Promise<readonly SessionRecord[]>;
}

/** The times between two looks at the engine while no worker tells anything. */
const FIRST_MS = 100;
const MOST_MS = 500;
/** The longest time while the run waits for a date, a person or another worker. */
const MOST_QUIET_MS = 2_000;
const QUIET: readonly string[] = ['scheduled', 'waiting', 'stuck'];
/** The most looks for records that a worker says the engine has. */
const MOST_TRIES = 50;
/** The interval at which the engine is asked whether the worker that is heard still has the run. */
const CHECK_MS = 2_000;

/**
 * Follows a session: its records, which are the truth and come from the engine or from a worker after the engine has them, and live
 * events of the worker that has the run. Ends when no prompt is open. An engine that does not answer is asked again.
 */
export async function* followRun(parts: FollowParts): AsyncGenerator<Followed> {
  const { signal } = parts;
  const follower = new Follower(parts);
  let wait = FIRST_MS;
  while (!signal.aborted) {
    const { count } = follower;
    const state = await follower.state();
    // The worker is heard before the engine is read, so that no record is between the two.
    const heard = state === undefined ? undefined : await follower.listen(state);
    try {
      if (state !== undefined && (yield* follower.read(state))) return;
      if (heard !== undefined) yield* follower.hear(heard);
    } finally {
      heard?.close();
    }
    if (follower.count > count) wait = FIRST_MS;
    // A long session takes longer to read, and is read less often.
    await pause(Math.max(wait, 5 * follower.readMs), undefined, { signal }).catch(() => {});
    wait = Math.min(2 * wait, QUIET.includes(state?.state ?? '') ? MOST_QUIET_MS : MOST_MS);
  }
}

class Follower {
  readonly #parts: FollowParts;
  readonly #cut = new Cut();
  #state: ListedRun | undefined;
  #count = 0;
  /** The time that the last look at the records took. */
  readMs = 0;
  /** The workers that were heard, or whose silence was reported. */
  readonly #known = new Set<string>();
  #notices: AgentEvent[] = [];

  constructor(parts: FollowParts) {
    this.#parts = parts;
  }

  /** The number of records so far. */
  get count(): number {
    return this.#count;
  }

  /** Looks at the run. `undefined`: the engine does not answer. */
  async state(): Promise<ListedRun | undefined> {
    const state = await unlessSilent(this.#parts.look());
    this.#state = state ?? this.#state;
    return state;
  }

  /** Yields the news of the engine. Returns true if no prompt is open and all records are there. */
  async *read(state: ListedRun): AsyncGenerator<Followed, boolean> {
    const records = await this.#readNews();
    if (records === undefined) return false;
    yield* this.#take(records, this.#count);
    const discard = this.#cut.end();
    if (discard !== undefined) yield { live: discard };
    for (const live of this.#notices.splice(0)) yield { live };
    yield { state };
    return OVER.includes(state.state);
  }

  /** Reads the records that are new. `undefined`: the engine does not answer. */
  async #readNews(): Promise<readonly SessionRecord[] | undefined> {
    const started = performance.now();
    const records = this.#state === undefined ? undefined : await unlessSilent(this.#parts.records(this.#state));
    this.readMs = performance.now() - started;
    const news = records?.slice(this.#count);
    if (news !== undefined) this.#cut.read(news);
    return news;
  }

  /**
   * Reads records that a worker did not bring, up to this number. The engine may show them a moment later than the worker. Returns false
   * if it does not show them at all.
   */
  async *#catchUp(count: number): AsyncGenerator<Followed, boolean> {
    const { signal } = this.#parts;
    for (let tries = 0; this.#count < count && tries < MOST_TRIES && !signal.aborted; tries += 1) {
      yield* this.#take((await this.#readNews()) ?? [], this.#count);
      const rest = Math.max(this.#count < count ? FIRST_MS : 0, 4 * this.readMs);
      await pause(rest, undefined, { signal }).catch(() => {});
    }
    return this.#count >= count;
  }

  /** Yields those of the records that are new. */
  *#take(records: readonly SessionRecord[], from: number): Generator<Followed> {
    const news = records.slice(Math.max(0, this.#count - from));
    if (news.length === 0) return;
    this.#count += news.length;
    this.#cut.recorded(news);
    yield { records: news };
  }

  /** Connects to the worker that has the run. `undefined`: nobody tells anything now. */
  async listen({ agent, state }: ListedRun): Promise<HeardWorker | undefined> {
    if (state !== 'running') return undefined;
    const { admin, run: session, signal } = this.#parts;
    const run = { service: serviceOf(agent), run: session };
    let worker: WorkerOfRun | undefined;
    try {
      worker = await workerOf(admin, run);
      const heard = worker === undefined ? undefined : await listen(worker, { run, key: admin.key, signal });
      if (worker === undefined || heard === undefined) return undefined;
      const { deployment } = worker;
      this.#known.add(deployment);
      return { ...heard, hasRun: async () => (await deploymentOf(admin, run)) === deployment };
    } catch (error) {
      // A worker that was heard before has gone, and the engine finds the next one.
      if (worker !== undefined && !this.#known.has(worker.deployment)) {
        this.#known.add(worker.deployment);
        this.#notices.push({ type: 'notice', message: messageOf(error) });
      }
      return undefined;
    }
  }

  /** Yields what a worker tells, until the round ends or the engine takes the run from the worker. */
  async *hear({ items, close, hasRun }: HeardWorker): AsyncGenerator<Followed> {
    const check = setInterval(async () => {
      // An engine that does not answer has not given the run to another worker either.
      if (!(await hasRun().catch(() => true))) close();
    }, CHECK_MS).unref();
    try {
      for await (const item of items) {
        if ('live' in item) {
          if (this.#cut.live(item.live)) yield item;
        } else if (!(yield* this.#catchUp('upTo' in item ? item.upTo : item.from))) return;
        else if ('records' in item) yield* this.#take(item.records, item.from);
      }
    } finally {
      clearInterval(check);
    }
  }
}

interface HeardWorker extends Heard {
  /** Whether the engine has given the run to nobody else. */
  readonly hasRun: () => Promise<boolean>;
}

/** `undefined` if the engine does not answer. It is asked again. */
async function unlessSilent<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isLoadoutError(error) && error.code === 'ENGINE_UNREACHABLE') return undefined;
    throw error;
  }
}

/**
 * Notes what a listener has seen of the message under way. Text whose message never gets its record is taken back, and text of a message
 * that the listener has already is left out.
 */
class Cut {
  #uuid: string | undefined;
  #hasText = false;
  /** The messages and calls that the last look at the engine brought. A worker that was heard meanwhile may tell them again. */
  #known: ReadonlySet<string> = new Set();
  #isKnown = false;

  /** Returns false for an event of a message or a call that is over. */
  live(event: AgentEvent): boolean {
    switch (event.type) {
      case 'message_start':
        this.#uuid = event.uuid;
        this.#hasText = false;
        this.#isKnown = this.#known.has(event.uuid);
        return !this.#isKnown;
      case 'text':
      case 'thinking':
        this.#hasText ||= !this.#isKnown;
        return !this.#isKnown;
      case 'discard':
        this.#hasText = false;
        return !this.#isKnown;
      case 'block':
        return !this.#known.has(event.uuid);
      case 'tool_start':
        return !this.#known.has(event.id);
      default:
        return true;
    }
  }

  recorded(records: readonly SessionRecord[]): void {
    if (records.some((one) => one.t === 'message' && one.uuid === this.#uuid)) this.#hasText = false;
  }

  /** Reports records that came from the engine, before the worker told of them. */
  read(news: readonly SessionRecord[]): void {
    const ids = news.map((one) => (one.t === 'message' ? one.uuid : one.t === 'ended' ? one.id : undefined));
    this.#known = new Set(ids.filter((id) => id !== undefined));
    this.#isKnown = this.#uuid !== undefined && this.#known.has(this.#uuid);
  }

  /** Reports that the worker tells nothing more. Returns the event that takes back the text since the last record. */
  end(): AgentEvent | undefined {
    const isCut = this.#hasText;
    this.#uuid = undefined;
    this.#isKnown = false;
    this.#hasText = false;
    return isCut ? { type: 'discard', reason: 'the connection to the worker has ended.' } : undefined;
  }
}
