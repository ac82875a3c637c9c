import { describe, expect, it } from 'vitest';
import { outputSchema } from './output-schema.js';

const fits = async (schema: Record<string, unknown>, value: unknown) => (await outputSchema(schema, 'x')?.parse(value))?.ok;

describe('the output schema of a server', () => {
  it('refuses structured content that does not fit (F7)', async () => {
    const schema = { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] };
    expect(await fits(schema, { count: 1 })).toBe(true);
    expect(await fits(schema, { count: 'many' })).toBe(false);
    expect(await fits(schema, {})).toBe(false);
  });

  it('is checked without its patterns, also where they would turn the meaning around', async () => {
    const slow = { type: 'object', properties: { pattern: { type: 'string', pattern: '^(a+)+$' } }, required: ['pattern'] };
    expect(await fits(slow, { pattern: `${'a'.repeat(40)}!` })).toBe(true);
    expect(await fits(slow, { pattern: 7 })).toBe(false);
    expect(await fits({ type: 'object', not: { properties: { a: { pattern: 'x' } } } }, { a: 'y' })).toBe(true);
    const one = { type: 'object', oneOf: [{ properties: { a: { pattern: 'x' } } }, { properties: { a: { pattern: 'y' } } }] };
    expect(await fits(one, { a: 'x' })).toBe(true);
  });

  it('is undefined if it cannot be read', () => {
    expect(outputSchema(undefined, 'x')).toBeUndefined();
    expect(outputSchema({ type: 'object', if: {} }, 'x')).toBeUndefined();
    expect(outputSchema({ $ref: '#/nowhere' }, 'x')).toBeUndefined();
  });
});
