import * as z from 'zod';

/**
 * How a key merges with the same key of a lower layer. A key without a mark: maps merge, any other value is replaced, `null` removes.
 * `grows`: a list that layers only add to. `grants`: a list that only a person's own file adds to. `shrinks`: the addresses of both
 * layers. `tightens`: the smaller number, also for the keys below. `fixed`: a higher layer may not change it, nor the keys below.
 * `stays`: a map that cannot be removed. `whole`: replaced and not merged. `apart`: `whole` where all else adds up, as in files of
 * Claude Code. `once`: no second layer may have it. `texts`: a text or a list that adds up there. `sandbox`: a text that is short for a map.
 */
export type MergeWay =
  | 'grows'
  | 'grants'
  | 'shrinks'
  | 'tightens'
  | 'fixed'
  | 'stays'
  | 'whole'
  | 'apart'
  | 'once'
  | 'texts'
  | 'sandbox';

const ways = z.registry<{ readonly way: MergeWay }>();

/** Marks a key with the way in which it merges. */
export function merges<T extends z.ZodType>(way: MergeWay, schema: T): T {
  const own = schema.clone();
  ways.add(own, { way });
  return own;
}

/** Returns the way of a key, which stands at any level of what may be absent, null, or of several forms. `undefined`: it has no mark. */
export function wayOf(schema: z.core.$ZodType): MergeWay | undefined {
  return (
    ways.get(schema)?.way ??
    innerOf(schema)
      .map(wayOf)
      .find((way) => way !== undefined)
  );
}

function innerOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return [schema.unwrap()];
  return schema instanceof z.ZodUnion ? schema.options : [];
}
