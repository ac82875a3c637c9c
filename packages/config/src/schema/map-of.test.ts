import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { mapOf } from './map-of.js';

/** A map, and how often the schemas of its keys were made. */
function counted() {
  let times = 0;
  const map = mapOf(() => {
    times += 1;
    return { name: z.string(), size: z.number().optional() };
  });
  return { map, times: () => times };
}

describe('a map of the schema (PERF-03)', () => {
  it('makes the schemas of its keys when a map is first checked, and once', () => {
    const { map, times } = counted();
    const above = z.strictObject({ one: map.describe('One.').optional(), more: z.array(map).optional() });
    expect([above.safeParse({}).success, times()]).toEqual([true, 0]);
    expect([above.safeParse({ one: { name: 'a' }, more: [{ name: 'b' }] }).success, times()]).toEqual([true, 1]);
  });

  it('refuses what a strict map refuses, with the same issues', () => {
    const strict = z.strictObject({ name: z.string(), size: z.number().optional() });
    for (const value of [{ name: 'a' }, {}, { name: 1, size: 'x' }, { name: 'a', other: 1 }, [], 'a', null])
      expect(counted().map.safeParse(value)).toEqual(strict.safeParse(value));
  });

  it('is the same JSON Schema as a strict map, also with keys left out, added or made optional', () => {
    const strict = z.strictObject({ name: z.string(), size: z.number().optional() });
    const forms = (map: typeof strict) => [map, map.omit({ size: true }), map.extend({ more: z.boolean() }), map.partial()];
    const schemas = (map: typeof strict) => forms(map).map((form) => z.toJSONSchema(form));
    expect(schemas(counted().map)).toEqual(schemas(strict));
  });
});
