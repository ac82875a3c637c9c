import { describe, expect, it } from 'vitest';
import { validate } from '../schema/validate.js';
import { makeWorld, recorder } from './environment.test-kit.js';
import { repair } from './parse-input.js';

const properties = {
  n: { type: 'integer' },
  x: { type: 'number' },
  b: { type: 'boolean' },
  o: { type: 'object' },
  l: { type: 'array' },
  s: { type: 'string' },
  e: { type: ['string', 'null'] },
  any: {},
};
const schema = { type: 'object', properties, required: ['s'], additionalProperties: false };
const repaired = (input: object) => {
  const first = validate(schema, input);
  return first.ok ? input : repair(input, schema, first.issues);
};

describe('repair corrects typical slips of models (PIPE-05)', () => {
  it.each([
    [
      { s: '', n: '5' },
      { s: '', n: 5 },
    ],
    [
      { s: '', x: '-2.5' },
      { s: '', x: -2.5 },
    ],
    [
      { s: '', b: 'true' },
      { s: '', b: true },
    ],
    [
      { s: '', o: '{"a":1}' },
      { s: '', o: { a: 1 } },
    ],
    [
      { s: '', l: ' ["a"]' },
      { s: '', l: ['a'] },
    ],
    [{ s: '', n: null }, { s: '' }],
  ])('%j becomes %j', (input, output) => expect(repaired(input)).toEqual(output));

  it.each([
    { s: '', n: 'five' },
    { s: '', n: '12345678901234567890' },
    { s: '', n: '0x10' },
    { s: '', b: 'yes' },
    { s: '', o: '{broken' },
    { s: 5 },
    { s: null },
    { s: '', unknown: null },
  ])('leaves %j unchanged, because its meaning is uncertain', (input) => expect(repaired(input)).toEqual(input));

  it('runs the repaired input, and reports input that it cannot repair as it was sent', async () => {
    const { tool, calls } = recorder({ name: 'Note', inputSchema: schema });
    const world = makeWorld({ tools: [tool], allow: ['Note'] });
    await world.call('Note', { s: 'a', n: '5' });
    expect(calls).toEqual([{ s: 'a', n: 5 }]);
    const refused = await world.call('Note', { s: 'a', n: 'five' });
    expect(refused.result.content).toContain('n: must be integer, is string');
  });
});

describe('repair never turns valid into invalid', () => {
  /** A small generator with a seed, so that a failure names the seed that reproduces it. */
  const random = (seed: number) => () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  const values = ['5', 'true', '{}', '[]', 'text', '', null, 5, -0.5, true, {}, { a: '1' }, [], ['2']];

  it('for any object and any issue about it, 5,000 times', () => {
    let valid = 0;
    for (let seed = 1; seed <= 5_000; seed++) {
      const next = random(seed);
      const pick = <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T;
      const input: Record<string, unknown> = { s: 'here' };
      for (const key of Object.keys(properties)) if (next() < 0.5) input[key] = pick(values);
      const before = validate(schema, input);
      const issues = before.ok ? Object.keys(properties).map((key) => ({ path: `/${key}`, message: 'any' })) : before.issues;
      const after = validate(schema, repair(input, schema, issues));
      if (!before.ok) continue;
      valid += 1;
      expect({ seed, after: after.ok }).toEqual({ seed, after: true });
    }
    expect(valid).toBeGreaterThan(100);
  });

  it('a text stays a text where a text is allowed', () => {
    const either = { type: 'object', properties: { v: { type: ['number', 'string'] } } };
    expect(repair({ v: '5' }, either, [{ path: '/v', message: '' }])).toEqual({ v: '5' });
  });

  it.each([undefined, null, 'x', 5, []])('leaves a value that is no object alone: %j', (value) => {
    expect(repair(value, schema, [{ path: '/n', message: '' }])).toBe(value);
  });

  it('a key called __proto__ stays a key', () => {
    const input = JSON.parse('{"s":"","__proto__":{"n":"5"}}');
    const result = repair(input, schema, [{ path: '/__proto__', message: '' }]);
    expect(Object.keys(result as object)).toEqual(['s', '__proto__']);
    expect((result as { n?: unknown }).n).toBeUndefined();
  });
});
