import { describe, expect, it } from 'vitest';
import { inputExcess } from './parse-input.js';

const nested = (levels: number, wrap: (inner: unknown) => unknown): unknown => {
  let value: unknown = 'x';
  for (let level = 0; level < levels; level++) value = wrap(value);
  return value;
};

describe('the bounds of one tool input', () => {
  it.each([
    ['objects', (inner: unknown) => ({ a: inner })],
    ['lists', (inner: unknown) => [inner]],
  ])('refuses %s nested beyond 200 levels, however deep (F2, F16)', (_, wrap) => {
    expect(inputExcess(nested(200, wrap))).toBeUndefined();
    expect(inputExcess(nested(201, wrap))).toBe('it is nested deeper than 200 levels');
    expect(inputExcess(nested(1_000_000, wrap))).toBe('it is nested deeper than 200 levels');
  });

  it('refuses more than 8,000,000 characters, in one text, in many, or in names (F3)', () => {
    expect(inputExcess({ text: 'x'.repeat(7_999_990) })).toBeUndefined();
    const large = 'x'.repeat(10 * 1024 * 1024);
    expect(inputExcess({ text: large })).toContain('at most 8000000 are taken');
    expect(inputExcess({ list: Array.from({ length: 9 }, () => 'x'.repeat(1_000_000)) })).toContain('at most 8000000');
    expect(inputExcess({ [large]: 1 })).toContain('at most 8000000');
    expect(inputExcess(large)).toContain('at most 8000000');
  });

  it('uses the given bounds', () => {
    expect(inputExcess({ a: { b: 1 } }, { depth: 1 })).toBe('it is nested deeper than 1 levels');
    expect(inputExcess({ a: 'long' }, { chars: 4 })).toBe('it has 5 characters or more; at most 4 are taken');
  });
});
