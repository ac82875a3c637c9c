import { errors } from './errors.js';

/** Whether a text such as 2026-02-28 is a day. `Date.parse` takes 2026-02-31 for a day in March. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

const UNITS_MS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

/** Reads the value of `--since`: an amount of time before now, or a day in UTC. Throws USAGE_FLAG_CONTENT. */
export function readSince(text: string, now: number): Date {
  const [, amount, unit] = /^([1-9]\d{0,4})([hdw])$/.exec(text) ?? [];
  if (unit !== undefined) return new Date(now - Number(amount) * (UNITS_MS[unit] ?? 0));
  if (isDay(text)) return new Date(Date.parse(text));
  throw errors.USAGE_FLAG_CONTENT({
    flag: '--since',
    problem: `${JSON.stringify(text)} is neither a time nor a day`,
    expected: 'a time such as 7d, 12h or 2w, or a day such as 2026-11-01',
  });
}
