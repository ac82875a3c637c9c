import { expect, it } from 'vitest';
import { redactionOf } from './hold-secrets.js';

const SECRET = 'schlüssel-of-\u{1f511}-42';
const whole = Buffer.concat([Buffer.from([0xff, 0x00, 0xc3]), Buffer.from(`a ${SECRET} b`), Buffer.from([0xfe, 0x80])]);
const expected = Buffer.concat([Buffer.from([0xff, 0x00, 0xc3]), Buffer.from('a [secret] b'), Buffer.from([0xfe, 0x80])]);

it('redacts a secret wherever its bytes are cut, and keeps binary bytes (S1)', () => {
  for (let cut = 0; cut <= whole.length; cut++) {
    const stream = redactionOf([SECRET]).stream();
    const pieces = [stream.push(whole.subarray(0, cut)), stream.push(whole.subarray(cut)), stream.flush()];
    expect(Buffer.concat(pieces)).toEqual(expected);
  }
});

it('passes on a piece without a secret as it is, and without a copy', () => {
  const stream = redactionOf([SECRET, 'another "secret"']).stream();
  const piece = whole.subarray(0, 3);
  expect(stream.push(piece)).toBe(piece);
  expect(stream.flush()).toHaveLength(0);
});

it('holds back the beginning of any form of a secret after pieces that passed', () => {
  const stream = redactionOf([SECRET, 'another "secret"']).stream();
  const texts = ['plain ', 'an', 'other', ' \\"secret', '\\" and another "secr', 'et" end', ' plain'];
  const pieces = texts.map((text) => Buffer.from(stream.push(Buffer.from(text))).toString());
  expect(pieces[0]).toBe('plain ');
  expect(pieces.join('') + Buffer.from(stream.flush()).toString()).toBe('plain [secret] and [secret] end plain');
});

it('redacts a secret that arrives byte by byte (S1)', () => {
  const stream = redactionOf([SECRET]).stream();
  const pieces = [...whole].map((byte) => stream.push(Buffer.from([byte])));
  expect(Buffer.concat([...pieces, stream.flush()])).toEqual(expected);
});
