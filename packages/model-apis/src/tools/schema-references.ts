import { isObject } from '@loadout/core';
import { type Json, soundSchema } from './sound-schema.js';

/** The place of a part in a schema. */
export interface Referring {
  readonly root: Json;
  /** A reference may stand. Otherwise the part that it names stands in its place. */
  readonly freeNames: boolean;
  /** The targets of references around this part. */
  readonly within: readonly unknown[];
  /** The number of parts that may still be put in place of references: parts that name others twice would grow without end. */
  readonly room: { left: number };
}

/**
 * Keeps a reference that leads somewhere, or puts the part that it names in its place. A reference that leads nowhere means anything, and
 * so does a part inside of itself, of its type.
 */
export function dereferenced(
  schema: Json,
  { root, freeNames, within, room }: Referring,
): { readonly schema: Json; readonly within: readonly unknown[] } {
  const { $ref: ref, ...siblings } = schema;
  if (typeof ref !== 'string') return { schema, within };
  const target = ref.startsWith('#') && !/^#[^/]/.test(ref) ? partAt(root, ref) : undefined;
  const isNamed = target === undefined && namesPart(root, ref);
  if (isNamed && freeNames) return { schema, within };
  if (target === undefined) return { schema: siblings, within };
  if (freeNames) return { schema, within };
  if (target === root || within.includes(target) || room.left-- <= 0)
    return { schema: { ...(isObject(target) ? typeOf(target) : {}), ...siblings }, within };
  return {
    schema: isObject(target) ? soundSchema({ ...target, ...siblings }) : siblings,
    within: [...within, target],
  };
}

const typeOf = ({ type }: Json): Json => (type === undefined ? {} : { type });

/** The part of a schema at a JSON pointer. */
function partAt(root: Json, ref: string): unknown {
  return ref
    .slice(1)
    .split('/')
    .slice(1)
    .map((key) => decodeURIComponentOr(key).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (part, key) => (typeof part === 'object' && part !== null && Object.hasOwn(part, key) ? (part as Json)[key] : undefined),
      root,
    );
}

function decodeURIComponentOr(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether a part of the schema has this name as its `$id` or `$anchor`. */
function namesPart(root: unknown, ref: string): boolean {
  if (typeof root !== 'object' || root === null) return false;
  const { $id, $anchor } = root as Json;
  if ($id === ref || (typeof $anchor === 'string' && ref === `#${$anchor}`)) return true;
  return Object.values(root).some((part) => namesPart(part, ref));
}
