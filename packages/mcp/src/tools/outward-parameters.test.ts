import { expect, it } from 'vitest';
import { outwardParameters } from './outward-parameters.js';

const NAMES = {
  $filter: { type: 'string', description: 'OData.' },
  'user[id]': {},
  filter: { type: 'number' },
  'a b': true,
  '€': {},
};

it('parameters with other characters are renamed on the way out and back (GAP-B5)', () => {
  const { json, inward } = outwardParameters({ type: 'object', properties: NAMES, required: ['$filter', 'filter'] });
  expect(json).toEqual({
    type: 'object',
    properties: {
      filter_2: { type: 'string', description: 'OData. The server calls it "$filter".' },
      user_id: { description: 'The server calls it "user[id]".' },
      filter: { type: 'number' },
      a_b: true,
      parameter: { description: 'The server calls it "€".' },
    },
    required: ['filter_2', 'filter'],
  });
  const input = { filter_2: 'x', user_id: 1, filter: 2, a_b: 3, parameter: 4, other: 5 };
  expect(inward(input)).toEqual({ $filter: 'x', 'user[id]': 1, filter: 2, 'a b': 3, '€': 4, other: 5 });
  expect(inward({ $filter: 'own' })).toEqual({ $filter: 'own' });
});

it('parts about the same object get the same names, and parameters inside of others keep theirs (GAP-B5)', () => {
  const { json } = outwardParameters({
    type: 'object',
    properties: { $a: { type: 'object', properties: { $inner: {} } } },
    anyOf: [{ required: ['$a'] }, { properties: { $b: {} }, required: ['$b'] }],
    dependentRequired: { $a: ['$b'] },
    if: { required: ['$a'] },
  });
  expect(json).toMatchObject({
    properties: { a: { properties: { $inner: {} } } },
    anyOf: [{ required: ['a'] }, { properties: { b: {} }, required: ['b'] }],
    dependentRequired: { a: ['b'] },
    if: { required: ['a'] },
  });
});

it('a schema of plain names is the same object, and a name of any length gets one of at most 64 characters (GAP-B5)', () => {
  const plain = { type: 'object', properties: { a: {} } };
  expect(outwardParameters(plain).json).toBe(plain);
  const long = ['x'.repeat(100), `${'x'.repeat(100)}y`];
  const { json } = outwardParameters({ properties: Object.fromEntries(long.map((name) => [name, {}])) });
  const names = Object.keys(json.properties as object);
  expect(new Set(names).size).toBe(2);
  expect(names.every((name) => /^[\w.-]{1,64}$/.test(name))).toBe(true);
});
