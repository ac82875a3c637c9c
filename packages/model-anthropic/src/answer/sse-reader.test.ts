import { describe, expect, it } from 'vitest';
import { SseReader } from './sse-reader.js';

const all = (reader: SseReader, chunks: readonly Uint8Array[]) => chunks.flatMap((chunk) => reader.push(Buffer.from(chunk)));

describe('the reader of server-sent events', () => {
  const stream = Buffer.from(
    'event: ping\ndata: {"type": "ping"}\n\nevent: x\r\ndata: {"type":"x","text":"häß 🦊"}\r\n\r\n: comment\nid: 7\ndata:{"a":1}\nevent: named\n\ndata: {"type":"y",\ndata: "n":2}\n\ndata: [DONE]\n\n',
  );
  const expected = [{ type: 'ping' }, { type: 'x', text: 'häß 🦊' }, { type: 'named', a: 1 }, { type: 'y', n: 2 }];

  it('gives the same events wherever the bytes are cut', () => {
    for (let at = 0; at <= stream.length; at++) {
      expect(all(new SseReader(), [stream.subarray(0, at), stream.subarray(at)])).toEqual(expected);
    }
    expect(
      all(
        new SseReader(),
        [...stream].map((byte) => Uint8Array.of(byte)),
      ),
    ).toEqual(expected);
  });

  it('refuses an event without bound, in one line or in many', () => {
    const long = Buffer.from(`data: ${'x'.repeat(60)}`);
    expect(() => all(new SseReader(50), [long])).toThrow('longer than 50 bytes');
    expect(() =>
      all(new SseReader(50), [long.subarray(0, 40), Buffer.from('\n'), long.subarray(0, 40), Buffer.from('\n')]),
    ).toThrow('longer than 50');
  });

  it('refuses data that is not a JSON object', () => {
    expect(() => all(new SseReader(), [Buffer.from('data: {"a"\n\n')])).toThrow('is not JSON: "{\\"a\\""');
    expect(() => all(new SseReader(), [Buffer.from('data: 7\n\n')])).toThrow('data is "7"');
  });
});
