import type { IncomingHttpHeaders } from 'node:http';
import type { RateLimit } from '@loadout/core/model';

interface LimitReading {
  /** A header about a limit, with the groups `name`, of the limit, and `field`. */
  readonly header: RegExp;
  /** Makes a limit out of its fields; `undefined` leaves it out. */
  readonly limitOf: (name: string, fields: ReadonlyMap<string, string>) => RateLimit | undefined;
}

/** Reads the limits from the headers of an answer. Source: RETRY-06. */
export function limitsIn(headers: IncomingHttpHeaders, { header, limitOf }: LimitReading): readonly RateLimit[] {
  const limits = new Map<string, Map<string, string>>();
  for (const [key, value] of Object.entries(headers)) {
    const { name, field } = header.exec(key)?.groups ?? {};
    if (name === undefined || field === undefined || typeof value !== 'string') continue;
    limits.set(name, (limits.get(name) ?? new Map()).set(field, value));
  }
  return [...limits].flatMap(([name, fields]) => limitOf(name, fields) ?? []);
}
