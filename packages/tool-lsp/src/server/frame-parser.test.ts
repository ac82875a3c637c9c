import { describe, expect, it } from 'vitest';
import { FrameParser } from './frame-parser.js';

const frame = (text: string) => `Content-Type: x\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;

describe('messages of the protocol', () => {
  it.each([1, 7, 10_000])('come out whole, however the bytes are cut: %i at a time', (size) => {
    const bytes = Buffer.from(frame('{"a":"ä🙂"}') + frame('{}') + frame('{"b":1}'));
    const parser = new FrameParser(1000);
    const taken: object[] = [];
    for (let at = 0; at < bytes.length; at += size) parser.push(bytes.subarray(at, at + size), (message) => taken.push(message));
    expect(taken).toEqual([{ a: 'ä🙂' }, {}, { b: 1 }]);
  });

  it.each([
    ['hello', 'is not a message: "hello"'],
    [`Content-${'x'.repeat(5000)}`, 'is not a message'],
    ['Content-Length: many\r\n\r\n', 'is not a message'],
    ['Content-Length: 1001\r\n\r\n', 'has 1001 bytes; at most 1000 are taken'],
    [frame('7'), 'is not an object: "7"'],
    [frame('{'), 'is not JSON: "{"'],
  ])('are nothing else: %j is refused as soon as it is seen', (text, words) => {
    expect(() => new FrameParser(1000).push(Buffer.from(text), () => {})).toThrow(words);
  });
});
