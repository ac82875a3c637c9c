const UNITS = { ms: 0.001, s: 1, m: 60, h: 3600 } as const;

/** Reads a number of seconds, or a time such as `30s`. `undefined`: it is neither. */
export function secondsOf(value: string | number): number | undefined {
  if (typeof value === 'number') return value > 0 && Number.isFinite(value) ? value : undefined;
  const [, number, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(value) ?? [];
  const seconds = Number(number) * UNITS[unit as keyof typeof UNITS];
  return seconds > 0 ? seconds : undefined;
}
