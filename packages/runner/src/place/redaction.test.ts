import { expect, it } from 'vitest';
import { redactionOf } from './redaction.js';

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

it('redacts a secret that arrives byte by byte (S1)', () => {
  const stream = redactionOf([SECRET]).stream();
  const pieces = [...whole].map((byte) => stream.push(Buffer.from([byte])));
  expect(Buffer.concat([...pieces, stream.flush()])).toEqual(expected);
});
