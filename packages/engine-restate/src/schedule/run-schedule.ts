import { defineService, type Inbox, type ServiceOffer } from '@loadout/core';
import type { Redact } from '@loadout/runner';
import { redactValue } from '@loadout/runner';
import { seal } from '../door/sealed.js';
import { askJson, type Engine } from '../engine/request.js';
import { SCHEDULES } from '../names.js';
import { durableKey, type Job, type KeptJob, type NewJob, type ScheduleRules, sessionKey, type Target } from './job.js';
import { jobsIn } from './jobs-in.js';

interface Parts {
  readonly rules: ScheduleRules;
  readonly target: Target;
  /** The name of the configuration, whose sessions share durable jobs. Without one, each session has its own. */
  readonly config: string | undefined;
  readonly engine: Engine;
  /** The engine stores the prompts of jobs. */
  readonly hide: Redact | undefined;
}

interface ListedJob {
  readonly job: Job;
  readonly nextAt: number | undefined;
}

/** The schedule of a session on an engine, in place of the plugin's own, which ends with its process. */
export class RunSchedule {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The prompts of jobs come from the engine. */
  attach(_: Inbox | undefined): void {}

  /** Throws CRON_*, ENGINE_UNREACHABLE, ENGINE_ANSWER. */
  async create(wanted: NewJob): Promise<ListedJob> {
    const { rules, target, hide } = this.#parts;
    const listed = await this.#kept();
    const wish = redactValue(wanted, hide);
    const { job, nextAt } = await rules.make(wish, { sessionId: target.session, now: Date.now(), count: listed.length });
    if ((await this.#post(this.#keyOf(job), { act: 'job', body: { job, target, nextAt } })) !== true) throw rules.tooMany();
    return { job, nextAt };
  }

  /** Throws CRON_UNKNOWN, ENGINE_UNREACHABLE, ENGINE_ANSWER. */
  async delete(id: string): Promise<Job> {
    const listed = await this.#kept();
    const found = listed.find(({ job }) => job.id === id)?.job;
    if (found !== undefined && (await this.#post(this.#keyOf(found), { act: 'removal', body: id })) === true) return found;
    throw this.#parts.rules.unknown(
      id,
      listed.map(({ job }) => job.id),
    );
  }

  async list(): Promise<readonly ListedJob[]> {
    const kept = await this.#kept();
    return kept.map(({ job, nextAt, isUnderWay }) => ({ job, nextAt: isUnderWay === true ? undefined : nextAt }));
  }

  /** The jobs of this session, and the durable ones of the configuration. A job that fires once is gone when it fires. */
  async #kept(): Promise<readonly KeptJob[]> {
    const { engine, target } = this.#parts;
    const kept = await jobsIn(engine.admin, [...new Set([sessionKey(target), this.#durableKey])]);
    return kept.filter(({ job, isUnderWay }) => job.recurring || isUnderWay !== true);
  }

  #keyOf({ durable }: Job): string {
    return durable ? this.#durableKey : sessionKey(this.#parts.target);
  }

  get #durableKey(): string {
    const { config, target } = this.#parts;
    return config ? durableKey(config) : sessionKey(target);
  }

  #post(of: string, { act, body }: { readonly act: 'job' | 'removal'; readonly body: unknown }): Promise<unknown> {
    const { ingress, key } = this.#parts.engine;
    const handler = act === 'job' ? 'add' : 'remove';
    return askJson(ingress, `/${SCHEDULES}/${encodeURIComponent(of)}/${handler}`, {
      body: seal(key, { act, service: SCHEDULES, of }, body),
    });
  }
}

/** The service that the tools of schedules ask for, by the key that their plugin gave it. */
const Schedule = defineService<RunSchedule>('Schedule');

export const scheduleOffer = (parts: Parts): ServiceOffer<RunSchedule> => ({
  service: Schedule,
  shared: true,
  create: () => new RunSchedule(parts),
});
