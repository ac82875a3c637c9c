import { defineService, type Inbox } from '@loadout/core';
import { ownMark } from '@loadout/node';
import { type CronExpression, readCron } from '../cron/cron-expression.js';
import { errors } from '../errors.js';
import { dueNow, isExpired, type Job, nextFire, promptFor } from '../job.js';
import { type NewJob, newJob } from '../new-job.js';
import type { ScheduleOptions } from '../options.js';
import type { JobStore } from '../store/job-store.js';
import { TICK_MS, type WallClock } from '../wall-clock.js';

export interface ListedJob {
  readonly job: Job;
  readonly nextAt: number | undefined;
}

interface Parts {
  readonly sessionId: string;
  readonly store: JobStore;
  readonly clock: WallClock;
  readonly options: Pick<ScheduleOptions, 'expireDays' | 'jitter' | 'keepAlive'>;
}

interface Kept {
  readonly job: Job;
  readonly expression: CronExpression;
  last: number | undefined;
  /** Before that it needs no look. */
  nextAt: number | undefined;
}

/** The schedule of one session: its own jobs, and the durable ones that it made. Source: CRONS-01. */
export class SessionSchedule {
  readonly #parts: Parts;
  readonly #kept = new Map<string, Kept>();
  readonly #waiting: string[] = [];
  #inbox: Inbox | undefined;
  #cancel: (() => void) | undefined;
  #release: (() => void) | undefined;
  #closed = false;
  #newest = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Sends due prompts to this inbox from now on, including those that waited. */
  attach(inbox: Inbox | undefined): void {
    this.#inbox = inbox ?? this.#inbox;
    for (const text of this.#inbox === undefined ? [] : this.drain()) this.#inbox?.add(text);
    this.#holdRun();
  }

  /** Returns due prompts that have no inbox. */
  drain(): string[] {
    return this.#waiting.splice(0);
  }

  /** The durable jobs of this session, when it is gone on with. Contract: never rejects. */
  async restore(): Promise<void> {
    for (const job of this.#parts.store.list().jobs.filter((one) => one.session === this.#parts.sessionId)) {
      const expression = await readCron({ ...job, seconds: true }).catch(() => undefined);
      if (expression !== undefined) this.#keep({ job, expression, last: undefined, nextAt: undefined });
    }
  }

  /** Throws CRON_*. */
  async create(wanted: NewJob): Promise<ListedJob> {
    const { store, options, clock, sessionId } = this.#parts;
    // Two of one moment still have an order.
    this.#newest = Math.max(clock.now(), this.#newest + 1);
    const { durable } = wanted;
    const making = { sessionId, createdAt: this.#newest, count: this.#jobs().length, mayMove: durable, options };
    const { job, expression, nextAt } = await newJob(wanted, making);
    if (durable) store.add(job);
    this.#keep({ job, expression, last: undefined, nextAt });
    this.#holdRun();
    return { job, nextAt };
  }

  /** Throws CRON_UNKNOWN. */
  delete(id: string): Job {
    const job = this.#jobs().find((one) => one.id === id);
    if (job === undefined) throw errors.CRON_UNKNOWN({ id, known: this.#jobs().map((one) => one.id) });
    this.#drop(id);
    if (job.durable) this.#parts.store.remove(id);
    this.#releaseRun();
    return job;
  }

  /** The session's own and all durable ones of the workspace, in the order in which they were made (TOOL-CRON-05). */
  async list(): Promise<readonly ListedJob[]> {
    const listed = this.#jobs().map(async (job) => {
      const expression = this.#kept.get(job.id)?.expression ?? (await readCron({ ...job, seconds: true }).catch(() => undefined));
      const last = this.#lastOf(job);
      return { job, nextAt: expression === undefined ? undefined : nextFire(job, { expression, last }) };
    });
    return Promise.all(listed);
  }

  close(): void {
    this.#closed = true;
    this.#kept.clear();
    this.#cancel?.();
    this.#releaseRun();
  }

  #jobs(): Job[] {
    const own = [...this.#kept.values()].flatMap(({ job }) => (job.durable ? [] : [job]));
    return [...own, ...this.#parts.store.list().jobs].sort((a, b) => a.createdAt - b.createdAt);
  }

  #lastOf(job: Job): number | undefined {
    return job.durable ? this.#parts.store.fires(job.id).last()?.dueAt : this.#kept.get(job.id)?.last;
  }

  #keep(kept: Kept): void {
    if (this.#closed) return;
    this.#kept.set(kept.job.id, kept);
    this.#cancel ??= this.#parts.clock.after(TICK_MS, () => this.#tick());
  }

  #drop(id: string): void {
    this.#kept.delete(id);
    if (this.#kept.size === 0) {
      this.#cancel?.();
      this.#cancel = undefined;
    }
  }

  #tick(): void {
    this.#cancel = undefined;
    for (const kept of [...this.#kept.values()]) this.#look(kept);
    this.#releaseRun();
    if (this.#kept.size > 0) this.#cancel = this.#parts.clock.after(TICK_MS, () => this.#tick());
  }

  #look(kept: Kept): void {
    const { job, expression } = kept;
    const now = this.#parts.clock.now();
    if (now < (kept.nextAt ?? 0)) return;
    if (job.durable && !this.#parts.store.has(job.id)) {
      this.#drop(job.id);
      return;
    }
    const due = dueNow(job, { expression, last: this.#lastOf(job), now });
    if (due !== undefined && (job.durable ? this.#claim(job, { ...due, now }) : true)) {
      kept.last = due.dueAt;
      this.#hand(promptFor(job, due));
    }
    kept.nextAt = nextFire(job, { expression, last: this.#lastOf(job) });
    const isOver = !job.recurring && due !== undefined;
    if (!isOver && !isExpired(job, now)) return;
    this.#drop(job.id);
    // A job that another process is running stays until that process is done.
    if (job.durable && this.#parts.store.fires(job.id).last()?.done !== false) this.#parts.store.remove(job.id);
  }

  /** Claims a fire, at most once: a prompt that a session read is in its journal, and cannot be taken back from the model. */
  #claim(job: Job, { now, ...due }: { readonly dueAt: number; readonly missed: number; readonly now: number }): boolean {
    const fires = this.#parts.store.fires(job.id);
    const last = fires.last();
    if (last?.done === false) return false;
    const fire = fires.claim((last?.number ?? 0) + 1, { ...due, holder: ownMark(), takenAt: now });
    if (fire !== undefined) fires.finish(fire);
    return fire !== undefined;
  }

  #hand(text: string): void {
    if (this.#inbox === undefined) this.#waiting.push(text);
    else this.#inbox.add(text);
  }

  #holdRun(): void {
    if (!this.#parts.options.keepAlive || this.#inbox === undefined || this.#kept.size === 0 || this.#release !== undefined)
      return;
    this.#inbox.hold(
      new Promise<void>((resolve) => {
        this.#release = resolve;
      }),
    );
  }

  #releaseRun(): void {
    if (this.#kept.size > 0) return;
    this.#release?.();
    this.#release = undefined;
  }
}

export const Schedule = defineService<SessionSchedule>('Schedule');
