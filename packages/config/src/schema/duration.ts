const UNITS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400 };

/** Seconds of `30`, `'30s'`, `'2m'`, `'1h'`, `'30d'` or `'500ms'`; `undefined` for anything else. */
export function seconds(value: unknown): number | undefined {
  if (typeof value === 'number') return value > 0 ? value : undefined;
  const parts = typeof value === 'string' ? /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(value.trim()) : null;
  const unit = UNITS[parts?.[2] ?? ''];
  const amount = Number(parts?.[1]);
  return unit === undefined || !(amount > 0) ? undefined : amount * unit;
}
