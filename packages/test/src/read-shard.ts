import { errors } from './errors.js';

/** Reads `1/4`. Throws USAGE_FLAG_CONTENT. */
export function readShard(value: string | undefined): { readonly part: number; readonly of: number } | undefined {
  if (value === undefined) return undefined;
  const [part, of] = (/^(\d{1,4})\/(\d{1,4})$/.exec(value) ?? []).slice(1).map(Number);
  if (part === undefined || of === undefined || part < 1 || part > of)
    throw errors.USAGE_FLAG_CONTENT({
      flag: '--shard',
      problem: `it is ${value}`,
      expected: 'a part and the number of parts, such as 1/4',
    });
  return { part, of };
}
