import type { IncomingHttpHeaders } from 'node:http';
import type { RateLimit } from '@loadout/core/model';
import { limitsIn } from '@loadout/model-apis';

const HEADER = /^x-ratelimit-(?<field>limit|remaining|reset)-(?<name>[\w-]+)$/;

/**
 * Reads the limits from the headers of an answer: limit, remaining and reset for `requests`, `tokens` and similar. A reset is a
 * duration such as `6m0.5s`, or a number of seconds. Unreadable values are left out. Source: RETRY-06.
 */
export const rateLimits = (headers: IncomingHttpHeaders): readonly RateLimit[] =>
  limitsIn(headers, { header: HEADER, limitOf: toLimit });

function toLimit(name: string, fields: ReadonlyMap<string, string>): RateLimit | undefined {
  const number = (field: string) => Number.parseFloat(fields.get(field) ?? '');
  const used = 1 - number('remaining') / number('limit');
  if (!Number.isFinite(used)) return undefined;
  const wait = durationMs(fields.get('reset') ?? '');
  return { name, used: Math.min(1, Math.max(0, used)), ...(wait === undefined ? {} : { resetsAt: Date.now() + wait }) };
}

const UNIT_MS: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

/** Returns the milliseconds of `1h2m3.5s`, `120ms` or `7`. */
function durationMs(text: string): number | undefined {
  if (/^\d+(\.\d+)?$/.test(text)) return Number.parseFloat(text) * 1000;
  if (!/^(\d+(\.\d+)?(ms|[dhms]))+$/.test(text)) return undefined;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|[dhms])/g)];
  return parts.reduce((sum, [, number = '', unit = '']) => sum + Number.parseFloat(number) * (UNIT_MS[unit] ?? 0), 0);
}
