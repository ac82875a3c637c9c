import type { z } from 'zod';
import { type Data, dataAt, dotted, type Path } from '../document/node.js';

/**
 * A process checks one file or two. To compile the schema first takes longer than to walk it. This is no setting of zod itself, which every
 * copy of zod in the process would share.
 */
export const ONCE = { jitless: true };

/** Removes the invalid values, so that the later checks see only values of the right shape. */
export function prune(data: Data, wrong: readonly Path[]): Data {
  const gone = new Set(wrong.map((path) => dotted(mapEntryOf(path))));
  if (gone.size === 0) return data;
  const visit = (value: Data, path: Path): Data => {
    if (Array.isArray(value)) return value.map((item: Data, index) => visit(item, [...path, index]));
    if (typeof value !== 'object' || value === null) return value;
    const kept = Object.entries(value).filter(([key]) => !gone.has(dotted([...path, key])));
    return Object.fromEntries(kept.map(([key, item]: [string, Data]) => [key, visit(item, [...path, key])]));
  };
  return visit(data, []);
}

/** The nearest map entry of a path. Removing a list item would move its neighbours, so the whole list is removed. */
function mapEntryOf(path: Path): Path {
  const index = path.findIndex((key) => typeof key === 'number');
  return index === -1 ? path : path.slice(0, index);
}

/** The path length of a named thing's field, such as `models.fast.provider`. */
const NAMED = 3;
/** The limit of rounds. Any remaining problem cannot be resolved by pruning. */
const MOST_ROUNDS = 20;

/**
 * Prunes the data until it has the schema's shape, except that named things may be incomplete. Every other incomplete item is
 * removed.
 */
export function fitting(data: Data, schema: z.ZodType): Data {
  let left = data;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const result = schema.safeParse(left, ONCE);
    if (result.success) return left;
    const wrong = result.error.issues.flatMap((issue) => wrongPaths(issue, left));
    if (wrong.length === 0) return left;
    if (wrong.some((path) => path.length === 0)) return {};
    left = prune(left, wrong);
  }
  return {};
}

function wrongPaths(issue: z.core.$ZodIssue, data: Data): readonly Path[] {
  const path = issue.path.map((key) => (typeof key === 'number' ? key : String(key)));
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => [...path, key]);
  if (dataAt(data, path) !== undefined) return [path];
  // An incomplete model or agent is still declared, so a reference to it is not reported.
  return path.length <= NAMED ? [] : [path.slice(0, -1)];
}
