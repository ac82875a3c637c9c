import { describe, expect, it } from 'vitest';
import { Lines } from './lines.js';

const texts = (lines: readonly (object | string)[]) => lines.map((line) => (typeof line === 'object' && 'text' in line ? line.text : line));

describe('lines of a stream', () => {
  it('are the same wherever the stream is cut', () => {
    const bytes = Buffer.from('{"a":"ä€"}\n\nlast');
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const lines = new Lines(100);
      const read = [...lines.push(bytes.subarray(0, cut)), ...lines.push(bytes.subarray(cut)), ...lines.end()];
      expect(texts(read)).toEqual(['{"a":"ä€"}', '', 'last']);
    }
  });

  it('are dropped beyond the limit, and the next one is read', () => {
    const lines = new Lines(4);
    expect(texts([...lines.push('12345'), ...lines.push('6\nnext\n'), ...lines.push('1234\n'), ...lines.end()])).toEqual([
      'too long',
      'next',
      '1234',
    ]);
  });
});
