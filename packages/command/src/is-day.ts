/** Whether a text such as 2026-02-28 is a day. `Date.parse` takes 2026-02-31 for a day in March. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
