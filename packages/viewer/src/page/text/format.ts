const number = new Intl.NumberFormat('en-US');

export const count = (value: number): string => number.format(value);

/** A count with its noun: "1 call", "2 calls". */
export const counted = (value: number, noun: string): string => `${count(value)} ${noun}${value === 1 ? '' : 's'}`;

/** Tokens in three digits: 980, 12.4k, 1.25M. */
export function tokens(value: number): string {
  if (value < 1000) return String(value);
  // A value that is rounded up to a thousand would be written with an exponent.
  const [scaled, unit] = value < 999_500 ? [value / 1000, 'k'] : [value / 1_000_000, 'M'];
  return `${scaled < 999.5 ? scaled.toPrecision(3) : Math.round(scaled)}${unit}`;
}

/** Dollars; a price that is unknown is not zero. */
export function dollars(value: number | null | undefined): string {
  if (value === null) return 'unknown price';
  if (value === undefined) return '–';
  return `$${value.toFixed(value !== 0 && value < 0.1 ? 4 : 2)}`;
}

export function duration(ms: number | undefined): string {
  if (ms === undefined) return '';
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} m ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} m`;
}

/** A time of day and its date in UTC, so that two readers of one file read the same. */
export function moment(at: number | undefined): string {
  if (at === undefined || !Number.isFinite(at) || Math.abs(at) > 8.64e15) return '';
  return `${new Date(at).toISOString().replace('T', ' ').slice(0, 19)} UTC`;
}
