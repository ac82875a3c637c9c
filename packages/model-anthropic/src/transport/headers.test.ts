import { describe, expect, it } from 'vitest';
import { Headers as Own } from './headers.js';

const cases: readonly (readonly [string, (headers: Headers) => unknown])[] = [
  ['read a name in any letter case', (headers) => [headers.get('X-ONE'), headers.has('x-One'), headers.get('x-none')]],
  ['list entries in the order of the names', (headers) => [[...headers], [...headers.keys()], [...headers.values()]]],
  ['copy another', (headers) => [...new (headers.constructor as typeof Headers)(headers)]],
];

const changes: readonly (readonly [string, (headers: Headers) => void])[] = [
  ['join values that are appended', (headers) => headers.append('x-one', '2')],
  ['replace a value, trimmed', (headers) => headers.set('X-one', '\t 4 \r\n')],
  ['remove a value', (headers) => headers.delete('A')],
  ['visit each entry', (headers) => headers.forEach(appendTo(headers))],
];

const appendTo = (headers: Headers) => (value: string, name: string) => void headers.set(name, `${value}!`);

describe('Headers, as the SDK uses them', () => {
  it.each(cases)('%s like the runtime’s own', (_, act) => {
    const init = { 'X-One': '1', b: 'two', A: 'three' };
    expect(act(new Own(init) as unknown as Headers)).toEqual(act(new Headers(init)));
  });

  it.each(changes)('%s like the runtime’s own', (_, change) => {
    const init = { 'X-One': '1', b: 'two', A: 'three' };
    const [own, theirs] = [new Own(init) as unknown as Headers, new Headers(init)];
    change(own);
    change(theirs);
    expect([...own]).toEqual([...theirs]);
  });

  it('refuse what cannot be sent, and do not repeat it', () => {
    for (const value of ['a\nb', 'a\u0000', 'a\u2028']) {
      expect(() => new Headers({ key: value })).toThrow(TypeError);
      expect(() => new Own({ key: value })).toThrow(new TypeError('the header key has a character that no header can have'));
    }
    expect(() => new Own({ 'a b': '1' })).toThrow(TypeError);
  });
});
