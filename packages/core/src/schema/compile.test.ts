import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import type { JsonSchema, Schema, StandardSchema } from '../contract/schema.js';
import { compileSchema } from './compile.js';
import type { Infer } from './infer.js';

const json = (source: Parameters<typeof compileSchema>[0]) => compileSchema(source, 'the tool Search').json;
const parse = async (source: Parameters<typeof compileSchema>[0], value: unknown) => compileSchema(source, 'x').parse(value);
const sorted = (value: unknown): unknown =>
  JSON.stringify(value, (_, node) =>
    typeof node === 'object' && node !== null && !Array.isArray(node)
      ? Object.fromEntries(Object.entries(node).sort(([a], [b]) => (a < b ? -1 : 1)))
      : node,
  );

describe('a schema may be written three ways (DEF-04)', () => {
  it('gives the identical schema for zod, a map of types and JSON Schema of { name: string }', () => {
    const expected = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
    const ofZod = json(z.object({ name: z.string() }));
    expect([ofZod, json({ name: 'string' }), json({ name: String }), json(expected)]).toEqual(Array(4).fill(expected));
  });

  it('accepts the names of the types and their constructors in a map', () => {
    expect(json({ a: Number, b: 'integer', c: Boolean, d: Array, e: Object }).properties).toEqual({
      a: { type: 'number' },
      b: { type: 'integer' },
      c: { type: 'boolean' },
      d: { type: 'array' },
      e: { type: 'object' },
    });
    expect(json({ json: String, parse: String })).toMatchObject({ required: ['json', 'parse'] });
  });

  it('JSON Schema loses nothing (DEF-05)', () => {
    const search = {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'Search query' },
        filters: {
          type: 'object',
          properties: {
            category: { type: 'string', enum: ['blog', 'docs', 'api'] },
            date_from: { type: 'string', format: 'date' },
          },
        },
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
      },
      required: ['query'],
      additionalProperties: false,
      $defs: { unused: { type: 'null' } },
    };
    expect(sorted(json(search))).toBe(sorted(structuredClone(search)));
  });

  it.each([
    [{ city: 'text' }, 'parameter "city" has the type text'],
    [{ city: { type: 'string' } }, 'parameter "city" has the type {"type":"string"}, which is neither a zod schema nor one of'],
    ['a text', 'it is a text'],
    [[{ type: 'object' }], 'it is [{"type":"object"}]'],
    [{ type: 'object', properties: { a: { if: {} } } }, 'keyword "if" at "/properties/a"'],
  ])('refuses %j and names its owner', (source, problem) =>
    expect(() => json(source as never)).toThrow(
      expect.objectContaining({
        code: 'SCHEMA_INVALID',
        message: expect.stringContaining(`The schema of the tool Search cannot be used: ${problem}`),
      }),
    ),
  );
});

describe('Standard Schema', () => {
  /** A schema as an author would write it by hand: a number, or a numeric text. */
  const byHand = (more: object = {}): StandardSchema<number> => ({
    '~standard': {
      version: 1,
      vendor: 'hand',
      validate: (value) =>
        Number.isFinite(Number(value))
          ? { value: Number(value) }
          : { issues: [{ message: 'no number', path: ['a', { key: 0 }] }] },
      jsonSchema: { input: () => ({ $schema: 'x', type: 'object' }) },
      ...more,
    },
  });

  it('uses its JSON Schema and its check', async () => {
    expect(json(byHand())).toEqual({ type: 'object' });
    expect(await parse(byHand(), '5')).toEqual({ ok: true, value: 5 });
    expect(await parse(byHand(), 'x')).toEqual({ ok: false, issues: [{ path: '/a/0', message: 'no number' }] });
  });

  it('may check asynchronously', async () => {
    const later = byHand({ validate: async () => ({ value: 1 }) });
    expect(await parse(later, '')).toEqual({ ok: true, value: 1 });
  });

  it.each([
    () => {
      throw new Error('boom');
    },
    async () => Promise.reject(new Error('boom')),
  ])('gives an issue instead of a throw when its check crashes', async (validate) => {
    expect(await parse(byHand({ validate }), '')).toEqual({
      ok: false,
      issues: [{ path: '', message: 'the schema itself failed: boom' }],
    });
  });

  it.each([
    [{ jsonSchema: undefined }, 'this hand schema cannot tell its JSON Schema'],
    [
      {
        jsonSchema: {
          input: () => {
            throw new Error('a date');
          },
        },
      },
      'it has no JSON Schema: a date',
    ],
  ])('is refused at definition without JSON Schema (DEF-07)', (more, problem) =>
    expect(() => json(byHand(more))).toThrow(problem),
  );

  it('zod 4: unions, defaults, refinements and messages (DEF-06)', async () => {
    const schema = z.object({
      id: z.union([z.string(), z.number()]),
      limit: z.number().int().default(10),
      tags: z.array(z.string().min(2)).optional(),
    });
    expect(json(schema)).toMatchObject({
      type: 'object',
      properties: { id: { type: ['string', 'number'] }, limit: { default: 10 } },
      required: ['id'],
    });
    expect(json(schema)).not.toHaveProperty('$schema');
    expect(await parse(schema, { id: 1, extra: true })).toEqual({ ok: true, value: { id: 1, limit: 10 } });
    expect(await parse(schema, { id: 1, tags: ['ok', 'x'] })).toMatchObject({ ok: false, issues: [{ path: '/tags/1' }] });
    expect(() => json(z.object({ when: z.date() }))).toThrow('has no JSON Schema');
  });
});

describe('the type of a parsed value', () => {
  it('follows from the schema', () => {
    const zod = z.object({ a: z.string(), b: z.number().default(1) });
    expectTypeOf<Infer<typeof zod>>().toEqualTypeOf<{ a: string; b: number }>();
    expectTypeOf<Infer<{ a: 'string'; b: NumberConstructor; c: 'array' }>>().toEqualTypeOf<{
      a: string;
      b: number;
      c: unknown[];
    }>();
    const schema = {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'array', items: { type: 'integer' } }, c: { enum: ['x', 'y'] } },
      required: ['a', 'c'],
    } as const;
    type Parsed = Infer<typeof schema>;
    expectTypeOf<Parsed['a']>().toEqualTypeOf<string>();
    expectTypeOf<Parsed['b']>().toEqualTypeOf<number[] | undefined>();
    expectTypeOf<Parsed['c']>().toEqualTypeOf<'x' | 'y'>();
    type Filled = Infer<{
      type: 'object';
      properties: {
        depth: { type: 'integer'; default: 1 };
        near: { type: 'object'; properties: { by: { type: 'number'; default: 2 } }; default: Record<string, never> };
        words: { type: 'object'; additionalProperties: { type: 'string' } };
        end: { type: ['string', 'null'] };
        kind: { const: 'a' };
        either: { anyOf: [{ type: 'string' }, { type: 'array'; items: { type: 'string' } }] };
      };
      required: ['words', 'end', 'kind', 'either'];
    }>;
    expectTypeOf<Filled['depth']>().toEqualTypeOf<number>();
    expectTypeOf<Filled['near']['by']>().toEqualTypeOf<number>();
    expectTypeOf<Filled['words']>().toEqualTypeOf<Record<string, string>>();
    expectTypeOf<Filled['end']>().toEqualTypeOf<string | null>();
    expectTypeOf<Filled['kind']>().toEqualTypeOf<'a'>();
    expectTypeOf<Filled['either']>().toEqualTypeOf<string | string[]>();
    expectTypeOf<Infer<{ type: 'object' }>>().toEqualTypeOf<Record<string, unknown>>();
    expectTypeOf<Infer<JsonSchema>>().toEqualTypeOf<unknown>();
    expectTypeOf(compileSchema(zod, '')).toEqualTypeOf<Schema>();
  });
});

describe('the fields of a zod object without the object (G6)', () => {
  const shape4 = {
    city: z.string().describe('A city'),
    days: z.number().int().min(1).default(3),
    unit: z.enum(['c', 'f']).optional(),
  };

  it.each([
    ['fields of zod 4', shape4],
    ['a zod 4 object', z.object(shape4)],
  ])('reads %s as it reads a zod 4 object', async (_, source) => {
    const { required, properties } = json(source) as { required: string[]; properties: Record<string, Record<string, unknown>> };
    expect(required).toEqual(['city']);
    expect(properties).toMatchObject({
      city: { type: 'string', description: 'A city' },
      days: { type: 'integer', minimum: 1, default: 3 },
      unit: { enum: ['c', 'f'] },
    });
    expect(await parse(source, { city: 'Rome', other: 1 })).toEqual({ ok: true, value: { city: 'Rome', days: 3 } });
    expect(await parse(source, { city: 5, days: 0 })).toMatchObject({
      ok: false,
      issues: [{ path: '/city' }, { path: '/days' }],
    });
    expect(await parse(source, 'Rome')).toMatchObject({ ok: false });
  });

  it('mixes fields and names of types', async () => {
    const source = { city: z.string(), days: 'integer', tags: Array };
    expect(json(source)).toMatchObject({ required: ['city', 'days', 'tags'], properties: { days: { type: 'integer' } } });
    expect(await parse(source, { city: 'a', days: 1, tags: [] })).toEqual({ ok: true, value: { city: 'a', days: 1, tags: [] } });
    expect(await parse(source, { city: 'a', days: 1.5, tags: [] })).toMatchObject({ ok: false, issues: [{ path: '/days' }] });
  });

  it('refuses what has no JSON Schema, with its name', () => {
    expect(() => json({ at: z.string(), on: z.date() })).toThrow('parameter "on"');
  });

  it('infers the types of fields', () => {
    expectTypeOf<Infer<typeof shape4>>().toEqualTypeOf<{ city: string; days: number; unit?: 'c' | 'f' | undefined }>();
  });
});
