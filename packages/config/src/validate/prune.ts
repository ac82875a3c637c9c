import type { z } from 'zod';
import { type Data, dotted, type Path } from '../document/node.js';

/** The data without what is wrong, so that the checks after this one see only values of the right shape. */
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

/** An item cannot leave a list without moving its neighbours, so the list goes. */
function mapEntryOf(path: Path): Path {
  const lastKey = path.findIndex((key) => typeof key === 'number');
  return lastKey === -1 ? path : path.slice(0, lastKey);
}

/** The length of the path of what a named thing has: `models.fast.provider`. */
const NAMED = 3;
/** Rounds after which what is left cannot be told apart any more. */
const MOST_ROUNDS = 20;

/** The rest has the schema's shape, except that named things may lack something; every other incomplete item is removed too. */
export function fitting(data: Data, schema: z.ZodType): Data {
  let left = data;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const result = schema.safeParse(left);
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
  if (isThere(data, path)) return [path];
  // A model or an agent that lacks something is declared all the same: who names it is not wrong too.
  return path.length <= NAMED ? [] : [path.slice(0, -1)];
}

function isThere(data: Data, path: Path): boolean {
  let value: unknown = data;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return false;
    value = (value as Readonly<Record<string | number, unknown>>)[key];
  }
  return true;
}
