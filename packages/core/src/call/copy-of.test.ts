import { expect, it } from 'vitest';
import { copyOf } from './parse-input.js';

const deep = { list: [1, null, [true, { text: 'x', none: undefined }]], empty: {}, number: -0 };

it('copies what JSON has, and shares no part of it', () => {
  const copy = copyOf(deep);
  expect(copy).toStrictEqual(deep);
  expect([copy === deep, copy.list === deep.list, copy.list[2] === deep.list[2], copy.empty === deep.empty]).not.toContain(true);
});

it('keeps a field called __proto__ a field', () => {
  const copy = copyOf(JSON.parse('{"__proto__":{"admin":true},"a":1}'));
  expect(JSON.stringify(copy)).toBe('{"__proto__":{"admin":true},"a":1}');
  expect([Object.getPrototypeOf(copy) === Object.prototype, copy.admin]).toEqual([true, undefined]);
});

class Point {
  x = 1;
}

it.each([
  ['a date', new Date(7)],
  ['bytes', new Uint8Array([1, 2])],
  ['a map', new Map([['a', { b: 1 }]])],
  ['an instance of a class', new Point()],
  ['an object without a prototype', Object.assign(Object.create(null), { a: [1] })],
  ['a list with a hole', Object.assign(new Array(3), { 0: 1, 2: 3 })],
  ['a text', 'text'],
  ['undefined', undefined],
  ['a large number', 10n],
])('copies %s as structuredClone does', (_, value) => {
  expect(copyOf({ value })).toStrictEqual(structuredClone({ value }));
});

it.each([
  ['a function', () => {}],
  ['a symbol', Symbol('s')],
])('refuses %s as structuredClone does', (_, value) => {
  expect(() => copyOf({ value })).toThrow(DOMException);
});
