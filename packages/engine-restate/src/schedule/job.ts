/** A job as the plugin of schedules makes it. The engine keeps it and does not read more of it than this. */
export interface Job {
  readonly id: string;
  readonly name?: string | undefined;
  readonly cron: string;
  readonly timezone?: string | undefined;
  readonly prompt: string;
  readonly recurring: boolean;
  readonly durable: boolean;
  readonly createdAt: number;
  readonly expiresAt?: number | undefined;
  readonly jitterMs: number;
  readonly session?: string | undefined;
}

export type NewJob = Pick<Job, 'cron' | 'timezone' | 'prompt' | 'name' | 'recurring' | 'durable'>;

/** The rules of schedules, as `scheduleRules` of `@loadout/tool-schedule` returns them. */
export interface ScheduleRules {
  make(
    wanted: NewJob,
    context: { readonly sessionId: string; readonly now: number; readonly count: number },
  ): Promise<{ readonly job: Job; readonly nextAt: number }>;
  due(
    job: Job,
    times: { readonly last: number | undefined; readonly now: number },
  ): Promise<{ readonly prompt: string; readonly dueAt: number } | undefined>;
  next(job: Job, last: number | undefined): Promise<number | undefined>;
  unknown(id: string, known: readonly string[]): Error;
  tooMany(): Error;
}

/** The session that gets the prompts of a job, and the workers that may take them. */
export interface Target {
  readonly agent: string;
  readonly session: string;
  readonly plan: string;
  readonly label?: string | undefined;
}

/** A job as the engine has it. */
export interface KeptJob {
  readonly job: Job;
  readonly target: Target;
  /** The number of its next fire. A timer with another number is out of date. */
  readonly fire: number;
  /** The time of its next fire. */
  readonly nextAt: number;
  /** The time for which the job fired last, by its schedule. */
  readonly last?: number | undefined;
  /** True from the time of a fire to the end of its run. */
  readonly isUnderWay?: true | undefined;
  /** The finding of the worker about the fire that is under way. */
  readonly checked?: DueCheck | undefined;
}

/** The finding of a worker that looks whether a job is due. */
export interface DueCheck {
  /** The time of the look, by the clock of the worker that looked. */
  readonly at: number;
  /** The time of the schedule for which the job fires. Absent: nothing was due. */
  readonly dueAt?: number | undefined;
  /** The time of the next fire. Absent: the job fires no more. */
  readonly nextAt?: number | undefined;
}

/** The key of the jobs of one session. The name of an agent has no colon, so no session has the key of a configuration. */
export const sessionKey = ({ agent, session }: Pick<Target, 'agent' | 'session'>): string => `${agent}/${session}`;

/** The key of the durable jobs of a configuration, which all of its sessions list. */
export const durableKey = (config: string): string => `config:${config}`;
