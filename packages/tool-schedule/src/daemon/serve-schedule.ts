import { messageOf } from '@loadout/core';
import { hasEnded, ownMark, type ProcessMark } from '@loadout/node';
import { readCron } from '../cron/cron-expression.js';
import { type Due, dueNow, isExpired, type Job, nextFire, promptFor } from '../job.js';
import type { Fire } from '../store/fires.js';
import type { JobStore } from '../store/job-store.js';
import { systemClock, TICK_MS, type WallClock } from '../wall-clock.js';

/** One fire, for the code that runs it. */
export interface DueJob {
  readonly job: Job;
  readonly due: Due;
  /** The prompt for the agent. */
  readonly prompt: string;
  /** The session in which its work began before the process that did it ended: it is to be gone on with. */
  readonly session: string | undefined;
  /** To be told, at once, in which session the work begins. Source: BUG-02. */
  began(session: string): void;
}

/** The end of a fire. `unfinished`: the next process continues it. */
export interface FireEnd {
  readonly outcome: string;
  readonly failed: boolean;
  readonly unfinished?: boolean | undefined;
}

export interface ServeOptions {
  readonly store: JobStore;
  readonly signal: AbortSignal;
  /** Contract: may throw, which counts as a failure. Ends soon after `signal` aborts. */
  readonly work: (due: DueJob) => Promise<FireEnd>;
  /** One line a fire, and one for each file that holds no job. */
  readonly log: (line: string) => void;
  /** True to run only jobs that are due now. */
  readonly once?: boolean | undefined;
  readonly clock?: WallClock | undefined;
}

export interface Served {
  readonly fired: number;
  readonly failed: number;
}

/** The most jobs that run at once. One job never runs twice at the same time; a fire in between counts as missed. */
const MOST_AT_ONCE = 4;
/** The time after which a process in another container, which is invisible, counts as ended. */
const FOREIGN_MS = 86_400_000;

/**
 * Fires the durable jobs of a workspace until `signal` aborts. A fire is written down before its work begins, and the session
 * of its work as soon as there is one. After a crash a fire without a session begins, as nothing of it has happened; one with
 * a session is gone on with in that session, whose own journal runs no call twice. So nothing is lost and nothing doubled.
 */
export async function serveSchedule(options: ServeOptions): Promise<Served> {
  const daemon = new Daemon(options);
  const { clock = systemClock, signal } = options;
  while (!signal.aborted) {
    await daemon.look();
    if (options.once === true) break;
    await pause(clock, signal);
  }
  await daemon.settled();
  return daemon.served;
}

class Daemon {
  readonly #options: ServeOptions;
  readonly #clock: WallClock;
  readonly #running = new Map<string, Promise<void>>();
  /** Jobs that need no check before a time, so that a check each second costs nothing. */
  readonly #waiting = new Map<string, { readonly key: string; readonly nextAt: number }>();
  readonly #told = new Set<string>();
  #fired = 0;
  #failed = 0;

  constructor(options: ServeOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  get served(): Served {
    return { fired: this.#fired, failed: this.#failed };
  }

  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values());
  }

  /** Begins all that is due; with `once` it waits for a free place, else the next look finds it. */
  async look(): Promise<void> {
    const { jobs, problems } = this.#options.store.list();
    for (const problem of problems) this.#tell(problem);
    for (const job of jobs) {
      if (this.#options.signal.aborted || this.#running.has(job.id)) continue;
      if (this.#running.size >= MOST_AT_ONCE) {
        if (this.#options.once !== true) return;
        await Promise.race(this.#running.values());
      }
      const fire = await this.#next(job).catch((error: unknown) => this.#tell(`${job.id}: ${messageOf(error)}`));
      if (fire === undefined) continue;
      this.#running.set(
        job.id,
        this.#work(job, fire).finally(() => this.#running.delete(job.id)),
      );
    }
  }

  async #next(job: Job): Promise<Fire | undefined> {
    const fires = this.#options.store.fires(job.id);
    const now = this.#clock.now();
    const taken = { holder: ownMark(), takenAt: now };
    const last = fires.last();
    if (last?.done === false) return isLeft(last, now) ? fires.take(last, taken) : undefined;
    if (isExpired(job, now) || (!job.recurring && last !== undefined)) {
      this.#options.store.remove(job.id);
      return undefined;
    }
    const key = `${last?.number ?? 0} ${JSON.stringify(job)}`;
    const known = this.#waiting.get(job.id);
    if (known?.key === key && now < known.nextAt) return undefined;
    const expression = await readCron({ ...job, seconds: true });
    const due = dueNow(job, { expression, last: last?.dueAt, now });
    if (due !== undefined) return fires.claim((last?.number ?? 0) + 1, { ...due, ...taken });
    this.#waiting.set(job.id, { key, nextAt: nextFire(job, { expression, last: last?.dueAt }) ?? Number.POSITIVE_INFINITY });
    return undefined;
  }

  async #work(job: Job, fire: Fire): Promise<void> {
    const { store, work, log } = this.#options;
    const fires = store.fires(job.id);
    const due = { dueAt: fire.dueAt, missed: fire.missed };
    let session = fire.session;
    let end: FireEnd;
    try {
      end = await work({
        job,
        due,
        prompt: promptFor(job, due),
        session,
        began(id) {
          session = id;
          fires.begin(fire, id);
        },
      });
    } catch (error) {
      end = { outcome: messageOf(error), failed: true };
    }
    if (end.unfinished === true) fires.take(fire, { holder: undefined, takenAt: this.#clock.now() });
    else {
      fires.finish(fire);
      if (!job.recurring) store.remove(job.id);
      this.#fired++;
      if (end.failed) this.#failed++;
    }
    log(this.#line(job, { fire, end, session }));
  }

  #line(job: Job, { fire, end, session }: { fire: Fire; end: FireEnd; session: string | undefined }): string {
    const name = job.name === undefined ? '' : ` (${job.name})`;
    const missed = fire.missed === 0 ? '' : `, ${fire.missed} missed before`;
    const resumed = fire.takes === 0 ? '' : ', gone on with';
    const where = session === undefined ? '' : ` in session ${session}`;
    const at = new Date(this.#clock.now()).toISOString();
    return `${at} ${job.id}${name} due ${new Date(fire.dueAt).toISOString()}${missed}${resumed}: ${end.outcome}${where}`;
  }

  #tell(problem: string): undefined {
    if (!this.#told.has(problem)) this.#options.log(problem);
    this.#told.add(problem);
  }
}

/** Its process has ended, or gave it away. */
function isLeft({ holder, takenAt }: Fire, now: number): boolean {
  if (holder === undefined || holder === null) return true;
  return hasEnded(holder as ProcessMark) ?? now - takenAt > FOREIGN_MS;
}

function pause(clock: WallClock, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(TICK_MS, end);
    signal.addEventListener('abort', end, { once: true });
  });
}
