import type { IncomingHttpHeaders } from 'node:http';
import type { RateLimit } from '@loadout/core/model';

const PREFIX = 'anthropic-ratelimit-';

/**
 * Reads the limits from the headers of an answer. An API key has limit, remaining and reset (RFC 3339) for `requests`, `tokens`
 * and similar; a subscription has utilization (0 to 1), reset (seconds since 1970) and status for `unified-5h` and similar.
 * Unreadable values are left out. Source: RETRY-06.
 */
export function rateLimits(headers: IncomingHttpHeaders): readonly RateLimit[] {
  const kinds = new Map<string, Map<string, string>>();
  for (const [header, value] of Object.entries(headers)) {
    const [, name, field] = header.startsWith(PREFIX) ? (FIELD.exec(header.slice(PREFIX.length)) ?? []) : [];
    if (name === undefined || field === undefined || typeof value !== 'string') continue;
    const fields = kinds.get(name) ?? new Map<string, string>();
    kinds.set(name, fields.set(field, value));
  }
  return [...kinds].flatMap(([name, fields]) => toLimit(name, fields) ?? []);
}

const FIELD = /^(.+)-(limit|remaining|reset|utilization|status)$/;

function toLimit(name: string, fields: ReadonlyMap<string, string>): RateLimit | undefined {
  const used = usedOf(fields);
  if (used === undefined) return undefined;
  const resetsAt = timeOf(fields.get('reset'));
  const status = fields.get('status');
  return { name, used, ...(resetsAt === undefined ? {} : { resetsAt }), ...(status === undefined ? {} : { status }) };
}

function usedOf(fields: ReadonlyMap<string, string>): number | undefined {
  const number = (field: string) => Number.parseFloat(fields.get(field) ?? '');
  const share = fields.has('utilization') ? number('utilization') : 1 - number('remaining') / number('limit');
  return Number.isFinite(share) ? Math.max(0, share) : undefined;
}

function timeOf(reset: string | undefined): number | undefined {
  if (reset === undefined) return undefined;
  const time = /^\d+(\.\d+)?$/.test(reset) ? Number.parseFloat(reset) * 1000 : Date.parse(reset);
  return Number.isFinite(time) ? time : undefined;
}
