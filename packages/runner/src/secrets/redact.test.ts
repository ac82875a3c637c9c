import { expect, it } from 'vitest';
import { redactor, redactValue } from './redact.js';

const SECRET = 'a-secret-of-"quotes"';
const redact = redactor([SECRET]);

function nested(depth: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = SECRET;
  for (let level = 0; level < depth; level++) value = wrap(value);
  return value;
}

it.each([
  ['arrays', (inner: unknown) => [inner], (outer: unknown) => (outer as unknown[])[0]],
  ['objects', (inner: unknown) => ({ inner }), (outer: unknown) => (outer as { inner: unknown }).inner],
])('redacts the innermost text of %s nested 20,000 deep (F16)', (_, wrap, unwrap) => {
  let value: unknown = redactValue(nested(20_000, wrap), redact);
  for (let level = 0; level < 20_000; level++) value = unwrap(value);
  expect(value).toBe('[secret]');
});

it('keeps shapes, order and empty values, and redacts names of fields', () => {
  const value = { b: [1, null, true, undefined], [SECRET]: `x ${SECRET}`, a: { __proto: {} }, empty: [] };
  const redacted = redactValue(value, redact);
  expect(JSON.stringify(redacted)).toBe('{"b":[1,null,true,null],"[secret]":"x [secret]","a":{"__proto":{}},"empty":[]}');
  expect(Object.keys(redacted)).toEqual(['b', '[secret]', 'a', 'empty']);
});

it('replaces a secret also as JSON writes it', () => {
  expect(redact?.(JSON.stringify({ text: SECRET }))).toBe('{"text":"[secret]"}');
});

it('replaces a key that becomes known later from then on (S2)', () => {
  let known: readonly string[] = [];
  const later = redactor(() => known);
  expect(later?.('the later-key')).toBe('the later-key');
  known = ['later-key'];
  expect(later?.('the later-key')).toBe('the [secret]');
});

it('returns a value without a secret itself, also one that contains itself', () => {
  const value: Record<string, unknown> = { text: 'plain', list: [1, { more: 'of it' }] };
  value.again = value;
  expect(redactValue(value, redact)).toBe(value);
});

it('copies a thing whose JSON could show more than its fields', () => {
  class Hidden {
    toJSON() {
      return SECRET;
    }
  }
  const value = { hidden: new Hidden(), map: new Map([[SECRET, SECRET]]) };
  expect(JSON.stringify(redactValue(value, redact))).toBe('{"hidden":{},"map":{}}');
  expect(redactValue(value, redact).map).not.toBe(value.map);
});

it('ends for a value that contains itself', () => {
  const circle: Record<string, unknown> = { text: SECRET };
  circle.again = circle;
  const redacted = redactValue(circle, redact);
  expect([redacted.text, redacted.again === redacted]).toEqual(['[secret]', true]);
});

it('is absent if there is nothing to replace', () => expect(redactor(['abc'])).toBeUndefined());

it('looks the secrets up once for a value, however many keys it has (F18)', () => {
  let looked = 0;
  const known = ['hunter22', 'a.b*c(d'];
  const redact = redactor(() => {
    looked += 1;
    return known;
  });
  const input = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`key ${index}`, `hunter22 ${index}`]));
  expect(redactValue({ ...input, odd: 'x a.b*c(d y' }, redact)).toMatchObject({ 'key 999': '[secret] 999', odd: 'x [secret] y' });
  expect(looked).toBe(1);
});
