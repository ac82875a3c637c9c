import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { loadScript, ROOT } from './load-script.js';

const { shapesFile, shapesOf } = await loadScript<{
  shapesFile(root: string): Promise<Record<string, string>>;
  shapesOf(
    documents: Record<string, z.ZodType>,
    refinements: Record<string, unknown>,
    decisionOf: () => undefined,
  ): { list: unknown[]; documents: object };
}>('lib/shapes.mjs');

const isShort = (text: string) => text.length < 9;
const shapesOfOne = (schema: z.ZodType) => shapesOf({ one: schema }, { isShort }, () => undefined);

describe('the shapes of schemas', () => {
  it('in the repository are those of its schemas', async () => {
    for (const [path, text] of Object.entries(await shapesFile(ROOT))) expect(readFileSync(join(ROOT, path), 'utf8')).toBe(text);
  });

  it('have equal parts once, the bounds of values, and refinements by name', () => {
    const size = z.number().gt(0).max(1);
    const name = z.string().min(1).refine(isShort);
    const schema = z.strictObject({ a: size, b: size.optional(), names: z.record(z.string(), name.nullable()) });
    expect(shapesOfOne(schema)).toEqual({
      list: [
        { is: 'number', above: 0, most: 1 },
        { is: 'text' },
        { is: 'text', least: 1, refined: ['isShort'] },
        { is: 'nothing' },
        { is: 'either', of: [2, 3] },
        { is: 'names', names: 1, of: 4 },
        { is: 'map', keys: { a: 0, b: 0, names: 5 }, needed: ['a', 'names'] },
      ],
      documents: { one: 6 },
    });
  });

  it.each([
    ['a type', z.date(), 'type date'],
    ['a change of the value', z.string().transform(Number), 'type pipe'],
    ['a value that stands for none', z.strictObject({ a: z.string().default('x') }), 'type default'],
    ['a check', z.string().regex(/x/), 'check string_format of a schema of type string'],
    ['an open bound', z.number().lt(5), 'check less_than'],
    ['a refinement without a name', z.string().refine((text) => text !== 'x'), 'refinements.ts'],
  ])('are not made where %s has no shape', (_, schema, problem) => {
    expect(() => shapesOfOne(schema)).toThrow(problem);
  });
});
