import * as z from 'zod';
import type { Path } from '../document/node.js';
import { branchesOf, schemaBelow } from '../schema/branches.js';

/** The keys that the schema knows in the map at `path`. */
export function keysAt(schema: z.ZodType, path: Path): readonly string[] {
  const maps = path.reduce((above, key) => above.flatMap((one) => branchesOf(schemaBelow(one, key))), branchesOf(schema));
  return [...new Set(maps.flatMap((one) => (one instanceof z.ZodObject ? Object.keys(one.shape) : [])))];
}
