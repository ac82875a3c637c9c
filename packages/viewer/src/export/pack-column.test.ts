import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../../tests/lib/any-character.js';
import { unpackColumn } from '../page/data/unpack-column.js';
import { packColumn } from './pack-column.js';

/** Reads what the page reads: the column after its way through JSON. */
const read = (values: readonly unknown[]) => unpackColumn(JSON.parse(JSON.stringify(packColumn(values))));

/** The values that JSON keeps, fields without a value included, which it leaves out. */
const json = fc.jsonValue({ maxDepth: 4 });
const asJson = (values: readonly unknown[]): unknown => JSON.parse(JSON.stringify(values));

describe('a column', () => {
  it('gives every list of JSON values back', () => {
    fc.assert(
      fc.property(fc.array(json), (values) => {
        expect(read(values)).toEqual(asJson(values));
      }),
    );
  });

  it('gives nodes of several shapes back', () => {
    const node = fc.record(
      {
        id: fc.nat(),
        start: fc.maxSafeInteger(),
        callId: fc.oneof(
          fc.nat().map((id) => `call-${id}`),
          fc.string(),
        ),
        usd: fc.oneof(fc.double({ noNaN: true }), fc.constant(null)),
        said: fc.array(fc.record({ head: fc.string({ unit: anyCharacter }), cut: fc.nat() }, { requiredKeys: ['head'] })),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(node), (nodes) => {
        expect(read(nodes)).toEqual(asJson(nodes));
      }),
    );
  });

  it.each([
    ['no value', []],
    ['fields without a value', [{ a: undefined, b: 1 }, { b: 2 }]],
    ['large and negative integers', [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 0, -5]],
    ['numbers that are not integers', [1, 1.5, -0.25]],
    ['empty lists', [[], [1], []]],
    ['a field named as a prototype', [JSON.parse('{"__proto__":1}'), { constructor: 2 }]],
    ['strings that only look like numbers', ['c1', 'c01', 'c1e3', 'c', 'c12345678901234567890']],
    ['equal prefixes', ['c1', 'c2', 'c0']],
  ])('keeps %s', (_, values) => {
    expect(read(values)).toEqual(asJson(values));
  });

  it('stores times and numbered names as differences', () => {
    const times = Array.from({ length: 1_000 }, (_, at) => ({ start: 1_760_000_000_000 + at * 7, callId: `call-${at + 1}` }));
    const packed = JSON.stringify(packColumn(times));
    expect([packed.includes('1760000000007'), packed.includes('call-2')]).toEqual([false, false]);
  });
});
