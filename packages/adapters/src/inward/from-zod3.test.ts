import { compileSchema, defineTool, type Infer, type SchemaSource } from '@loadout/core';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { z as z3 } from 'zod/v3';
import { foreignPlugin } from './foreign-plugin.js';
import { fromZod3 } from './from-zod3.js';

const json = (source: SchemaSource) => compileSchema(source, 'the tool Search').json;
const parse = async (source: SchemaSource, value: unknown) => compileSchema(source, 'x').parse(value);

describe('a schema of zod 3 (G6, DEF-06)', () => {
  const object3 = z3.object({
    city: z3.string().describe('A city'),
    days: z3.number().int().min(1).default(3),
    unit: z3.enum(['c', 'f']).optional(),
  });

  it('is read as a zod 4 object is', async () => {
    const source = await fromZod3(object3);
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

  it('tells the JSON Schema of what zod 3 knows', async () => {
    enum Size {
      Small,
      Large,
    }
    const all = z3
      .object({
        text: z3.string().min(1).max(9).regex(/^a/).nullable(),
        at: z3.union([z3.string().datetime(), z3.string().url(), z3.literal(4)]),
        list: z3
          .array(z3.object({ a: z3.boolean() }).strict())
          .min(1)
          .max(3),
        pair: z3.tuple([z3.string(), z3.number().gt(0).lt(9).multipleOf(3)]),
        map: z3.record(z3.unknown()),
        size: z3.nativeEnum(Size),
        kind: z3.discriminatedUnion('t', [z3.object({ t: z3.literal('a') }), z3.object({ t: z3.literal('b'), n: z3.any() })]),
        both: z3.intersection(z3.object({ x: z3.null() }), z3.object({ y: z3.string().email() })),
        late: z3.string().transform(Number).pipe(z3.number()).readonly().optional().catch(1),
      })
      .refine(() => true);
    expect(json(await fromZod3(all))).toEqual({
      type: 'object',
      required: ['text', 'at', 'list', 'pair', 'map', 'size', 'kind', 'both'],
      properties: {
        text: { anyOf: [{ type: 'string', minLength: 1, maxLength: 9, pattern: '^a' }, { type: 'null' }] },
        at: {
          anyOf: [
            { type: 'string', format: 'date-time' },
            { type: 'string', format: 'uri' },
            { type: 'number', const: 4 },
          ],
        },
        list: {
          type: 'array',
          minItems: 1,
          maxItems: 3,
          items: { type: 'object', properties: { a: { type: 'boolean' } }, required: ['a'], additionalProperties: false },
        },
        pair: {
          type: 'array',
          prefixItems: [{ type: 'string' }, { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 9, multipleOf: 3 }],
          minItems: 2,
          maxItems: 2,
        },
        map: { type: 'object', additionalProperties: {} },
        size: { type: 'number', enum: [0, 1] },
        kind: {
          anyOf: [
            { type: 'object', properties: { t: { type: 'string', const: 'a' } }, required: ['t'] },
            { type: 'object', properties: { t: { type: 'string', const: 'b' }, n: {} }, required: ['t'] },
          ],
        },
        both: {
          allOf: [
            { type: 'object', properties: { x: { type: 'null' } }, required: ['x'] },
            { type: 'object', properties: { y: { type: 'string', format: 'email' } }, required: ['y'] },
          ],
        },
        late: { type: 'string' },
      },
    });
  });

  it('gives the types of its fields', async () => {
    const object = await fromZod3(object3);
    expectTypeOf<Infer<typeof object>>().toEqualTypeOf<{ city: string; days: number; unit?: 'c' | 'f' | undefined }>();
    expect(defineTool({ name: 'Find', description: 'Finds.', inputSchema: object, call: ({ city }) => city }).name).toBe('Find');
  });

  it('of a tool of another toolkit is converted; any other schema stays as it is', async () => {
    const plugin = foreignPlugin('lab', {}, () => [
      { name: 'Find', description: 'Finds.', inputSchema: object3, run: async () => 'found' },
    ]);
    const { tools } = (await plugin.setup?.({} as never)) ?? {};
    expect(tools).toMatchObject([{ inputSchema: { json: { required: ['city'] } } }]);
    const object4 = z.object({ a: z.string() });
    expect(await fromZod3(object4)).toBe(object4);
  });

  it('that nobody converted is refused with its library', () => {
    expect(() => json(object3)).toThrow('this zod schema cannot tell its JSON Schema');
  });
});
