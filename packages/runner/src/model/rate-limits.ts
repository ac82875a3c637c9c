import type { RateLimit } from '@loadout/core';
import type { Ground } from '../ground/ground.js';

/** The share of a limit at which a warning is given. Source: RETRY-06. */
const WARN_AT = 0.8;

type Told = Pick<Ground, 'emit' | 'warnedLimits'>;

/** Reports limits as the provider gave them. Warns once when a limit is nearly used up, and again only after it has fallen. */
export function tellLimits(
  { emit, warnedLimits }: Told,
  { model, limits }: { model: string; limits: readonly RateLimit[] },
): void {
  emit({ type: 'rate_limits', model, limits });
  for (const limit of limits) {
    if (limit.used < WARN_AT) warnedLimits.delete(limit.name);
    else if (!warnedLimits.has(limit.name)) {
      warnedLimits.add(limit.name);
      emit({
        type: 'notice',
        message: `${Math.floor(limit.used * 100)} % of the rate limit ${limit.name} is used up${until(limit)}.`,
      });
    }
  }
}

const until = ({ resetsAt }: RateLimit) => (resetsAt === undefined ? '' : `, until ${new Date(resetsAt).toISOString()}`);
