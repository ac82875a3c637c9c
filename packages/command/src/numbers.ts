/** A number as `1,234,567`, without loading the tables of a locale. */
export const count = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ',');

export const plural = (value: number, noun: string) => `${count(value)} ${noun}${value === 1 ? '' : 's'}`;

export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** A cost. `null`: a price is unknown, which is different from zero (COST-02). */
export function cost(usd: number | null): string {
  if (usd === null) return 'cost unknown';
  return `cost $${usd === 0 || usd >= 1 ? usd.toFixed(2) : usd.toFixed(4)}`;
}

export function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
