import { describe, expect, it } from 'vitest';
import { secretOptions } from './secret-options.js';

const secret = { type: 'string', secret: true };
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

describe('secretOptions', () => {
  it.each<[string, object, unknown, Readonly<Record<string, string>>]>([
    ['a property', object({ token: secret, url: { type: 'string' } }), { token: 't', url: 'u' }, { '/token': 't' }],
    ['a property of an object', object({ login: object({ pass: secret }) }), { login: { pass: 'p' } }, { '/login/pass': 'p' }],
    ['each item of a list', object({ keys: { items: secret } }), { keys: ['a', 'b'] }, { '/keys/0': 'a', '/keys/1': 'b' }],
    ['each value of a map', object({ 'x/y': { additionalProperties: secret } }), { 'x/y': { a: 'v' } }, { '/x~1y/a': 'v' }],
    [
      'all texts below a marked object',
      object({ login: { secret: true } }),
      { login: { a: ['x'], n: 1 } },
      { '/login/a/0': 'x' },
    ],
    ['a form of several', object({ k: { anyOf: [{ type: 'integer' }, secret] } }), { k: 'v' }, { '/k': 'v' }],
    ['a schema that is referred to', object({ k: { $ref: '#/$defs/s' } }, { $defs: { s: secret } }), { k: 'v' }, { '/k': 'v' }],
    ['nothing', object({ token: secret }), { token: '', other: 'x' }, {}],
    ['nothing, in a schema that leads to itself', object({ k: { $ref: '#/properties/k' } }), { k: 'v' }, {}],
    ['nothing, if the value is not an object', object({ token: secret }), 'text', {}],
  ])('finds %s', (_, schema, value, expected) => {
    expect(Object.fromEntries(secretOptions({ ...schema }, value).map((one) => [one.path, one.value]))).toEqual(expected);
  });

  it('ends where forms lead to each other, however deep the value is, and still finds the secret', () => {
    const self = { $ref: '#/$defs/node' };
    const node = { anyOf: [self, object({ next: self, token: secret }), object({ next: self }), { allOf: [self, self] }] };
    const deep = Array.from({ length: 30 }).reduce((inner) => ({ next: inner }), { token: 't' });
    const path = `${'/next'.repeat(30)}/token`;
    expect(secretOptions({ $ref: '#/$defs/node', $defs: { node } }, deep)).toEqual([{ path, value: 't' }]);
  });

  it('ends for a value that leads back to itself, and looks at no value without a schema', () => {
    const instance: Record<string, unknown> = { name: 'n' };
    for (const key of 'abcdefgh') instance[key] = instance;
    let looked = 0;
    const watched = {
      get inner() {
        looked += 1;
        return instance;
      },
    };
    expect(secretOptions(object({ server: { type: 'object' } }), { server: { watched } })).toEqual([]);
    expect(looked).toBe(0);
    expect(secretOptions(object({ server: { secret: true } }), { server: instance })).toEqual([
      { path: '/server/name', value: 'n' },
    ]);
  });
});
