import type { IncomingHttpHeaders } from 'node:http';
import type { RateLimit } from '@loadout/core/model';
import { limitsIn } from '@loadout/model-apis';

const HEADER = /^anthropic-ratelimit-(?<name>.+)-(?<field>limit|remaining|reset|utilization|status)$/;

/**
 * Reads the limits from the headers of an answer. An API key has limit, remaining and reset (RFC 3339) for `requests`, `tokens`
 * and similar; a subscription has utilization (0 to 1), reset (seconds since 1970) and status for `unified-5h` and similar.
 * Unreadable values are left out. Source: RETRY-06.
 */
export const rateLimits = (headers: IncomingHttpHeaders): readonly RateLimit[] =>
  limitsIn(headers, { header: HEADER, limitOf: toLimit });

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
