import { expect, it } from 'vitest';
import { requestHeaders } from './request-headers.js';

it('headers of the options win in any letter case, and null keeps one of the SDK away', () => {
  const own = { accept: 'application/json', 'x-api-key': 'key', 'user-agent': 'loadout' };
  expect(requestHeaders(own, { 'X-API-Key': null, 'User-Agent': 'mine', 'X-More': '1' })).toEqual({
    accept: 'application/json',
    'x-api-key': null,
    'user-agent': 'mine',
    'x-more': '1',
  });
});

it('a line break around a value is not part of it', () => {
  expect(requestHeaders({}, { 'x-one': '\t 4 \r\n' })).toEqual({ 'x-one': '4' });
});

it.each(['a\nb', 'a\u0000', 'a\u2028', 'a\u007f'])('a value that cannot be sent is refused, and not repeated: %j', (value) => {
  expect(() => requestHeaders({ key: value }, {})).toThrow(
    new TypeError('the header key has a character that no header can have'),
  );
});

it('a name that cannot be sent is refused', () => {
  expect(() => requestHeaders({}, { 'a b': '1' })).toThrow(TypeError);
  expect(() => requestHeaders({}, { 'a\r\nx-injected': '1' })).toThrow(TypeError);
});

it('a prototype cannot be reached by the name of a header', () => {
  const headers = requestHeaders({}, JSON.parse('{"__proto__":"x"}'));
  expect(({} as { x?: unknown }).x).toBeUndefined();
  expect(Object.getPrototypeOf(headers)).toBe(Object.prototype);
});
