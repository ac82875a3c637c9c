import { describe, expect, it } from 'vitest';
import { SseReader } from './sse-reader.js';

const reader = (maxLineBytes?: number) =>
  new SseReader({ parse: (data, name) => `${name}|${data}`, refuse: (problem) => new Error(problem), maxLineBytes });
const all = (from: SseReader<string>, chunks: readonly Uint8Array[]) => chunks.flatMap((chunk) => from.push(Buffer.from(chunk)));

describe('the reader of server-sent events', () => {
  const lines = [
    ...['\ufeffevent: ping', 'data: {"type": "ping"}', ''],
    ...['event: x', 'data: {"text":"häß 🦊"}', ''],
    ...[': comment', 'id: 7', 'data:{"a":1}', 'event: named', '', ''],
    ...['data: {"type":"y",', 'data: "n":2}', '', 'data: [DONE]', '', ''],
  ];
  const expected = ['ping|{"type": "ping"}', 'x|{"text":"häß 🦊"}', 'named|{"a":1}', '|{"type":"y",\n"n":2}', '|[DONE]'];
  const mixed = lines.map((line, index) => line + ['\n', '\r\n', '\r'][index % 3]).join('');

  it.each([
    ['LF', lines.join('\n')],
    ['CRLF', lines.join('\r\n')],
    ['CR', lines.join('\r')],
    ['all three', mixed],
  ])('gives the same events wherever the bytes are cut, if lines end with %s', (_, text) => {
    const stream = Buffer.from(text);
    for (let at = 0; at <= stream.length; at++) {
      expect(all(reader(), [stream.subarray(0, at), stream.subarray(at)])).toEqual(expected);
    }
    const bytes = [...stream].map((byte) => Uint8Array.of(byte));
    expect(all(reader(), bytes)).toEqual(expected);
  });

  it('refuses an event without bound, in one line or in many', () => {
    const long = Buffer.from(`data: ${'x'.repeat(60)}`);
    expect(() => all(reader(50), [long])).toThrow('longer than 50 bytes');
    const many = [long.subarray(0, 40), Buffer.from('\n'), long.subarray(0, 40), Buffer.from('\n')];
    expect(() => all(reader(50), many)).toThrow('longer than 50');
  });

  it('reads a field error as the data of an event of that name (GAP-E3)', () => {
    const stream = Buffer.from('error: {"code":500}\n\nerror:gone\n\nextra: 1\nerrors: 2\n\n');
    expect(all(reader(), [stream])).toEqual(['error|{"code":500}', 'error|gone']);
  });
});
