import { createHash } from 'node:crypto';
import type { ApiTool } from '@loadout/core/model';

const VALID = /^[a-zA-Z0-9_-]{1,64}$/;

/** The name of a tool as OpenAI's APIs take it: at most 64 letters, digits, `_` and `-`. */
export function outwardName(name: string): string {
  if (VALID.test(name)) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 55)}_${hash}`;
}

/** The own names by the names that were sent, of tools where the two differ. */
export function inwardNames(tools: readonly ApiTool[]): ReadonlyMap<string, string> {
  return new Map(tools.flatMap(({ name }) => (VALID.test(name) ? [] : [[outwardName(name), name] as const])));
}
