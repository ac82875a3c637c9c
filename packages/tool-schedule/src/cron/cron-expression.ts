import { messageOf } from '@loadout/core';
import { errors } from '../errors.js';

/** A schedule that can be asked. Times are milliseconds since 1970. */
export interface CronExpression {
  /** The first time after that one; `undefined`: never again. */
  next(after: number): number | undefined;
  /** The last time up to and with that one. */
  last(until: number): number | undefined;
}

export interface CronRequest {
  readonly cron: string;
  /** An IANA name. Default: that of the system. */
  readonly timezone?: string | undefined;
  /** A sixth field, in front, for the second: only jobs from files have it. */
  readonly seconds?: boolean | undefined;
}

/** Five fields in a time zone; day of month and day of week together mean either (TOOL-CRON-03). Throws CRON_*. */
export async function readCron({ cron, timezone, seconds = false }: CronRequest): Promise<CronExpression> {
  const { Cron } = await import('croner');
  if (timezone !== undefined && !isTimezone(timezone)) throw errors.CRON_TIMEZONE({ timezone });
  const fields = cron.trim().split(/\s+/).filter(Boolean).length;
  if (!cron.trim().startsWith('@') && fields !== 5 && !(seconds && fields === 6))
    throw errors.CRON_INVALID({ cron, problem: `it has ${fields} fields, not five` });
  const options = {
    paused: true,
    mode: '5-or-6-parts',
    domAndDow: false,
    ...(timezone === undefined ? {} : { timezone }),
  } as const;
  let pattern: InstanceType<typeof Cron>;
  try {
    pattern = new Cron(cron.trim(), options);
  } catch (error) {
    throw errors.CRON_INVALID({ cron, problem: reasonOf(error) }, { cause: error });
  }
  return {
    next: (after) => pattern.nextRun(new Date(after))?.getTime(),
    last: (until) => pattern.previousRuns(1, new Date(until + 1))[0]?.getTime(),
  };
}

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const reasonOf = (error: unknown) =>
  messageOf(error)
    .replace(/^Cron\w+: /, '')
    .replace(/\.$/, '')
    .replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
