import { isDay } from '@loadout/command';
import { errors } from '../errors.js';

const UNITS_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const MOST_MS = 366 * 86_400_000;

/** Reads the value of `--at`: `in 2h`, or a date and a time. Without a zone it is the time of this machine. Throws USAGE_FLAG_CONTENT. */
export function readStartTime(text: string, now: number): Date {
  const [, amount, unit] = /^in ([1-9]\d{0,5})([smhd])$/.exec(text.trim()) ?? [];
  const isTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)?$/.test(text.trim()) && isDay(text.trim().slice(0, 10));
  const time = unit !== undefined ? now + Number(amount) * (UNITS_MS[unit] ?? 0) : isTime ? Date.parse(text.trim()) : Number.NaN;
  const problem = Number.isNaN(time)
    ? 'is not a time'
    : time < now
      ? `was before now, ${new Date(now).toISOString()}`
      : time > now + MOST_MS
        ? 'is more than a year away'
        : undefined;
  if (problem === undefined) return new Date(time);
  throw errors.USAGE_FLAG_CONTENT({
    flag: '--at',
    problem: `${JSON.stringify(text)} ${problem}`,
    expected: 'a time such as "in 2h", "in 3d", "2026-11-24T08:30" or "2026-11-24T08:30Z"',
  });
}
