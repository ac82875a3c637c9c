import { createHash } from 'node:crypto';

/** A hash of a tool and its input that does not depend on the order of fields. */
export const callHash = (tool: string, input: unknown): string =>
  createHash('sha256')
    .update(`${tool}\n${JSON.stringify(inOrder(input)) ?? ''}`)
    .digest('hex')
    .slice(0, 16);

/** A value whose fields are in one order. */
export function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, one]) => [key, inOrder(one)]));
}
