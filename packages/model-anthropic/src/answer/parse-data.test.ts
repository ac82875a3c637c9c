import { describe, expect, it } from 'vitest';
import { parseData } from './parse-data.js';

const delta = (text: string, index = 0) => ({ type: 'content_block_delta', index, delta: { type: 'text_delta', text } });

describe('the data of an event', () => {
  it('reads every text delta as JSON.parse does', () => {
    const texts = ['', 'a', ' b"c', 'back\\slash', 'tab\t', 'line\nbreak', '}}', '"}}', '","x":"', 'é🦊', '\u2028', ',"delta":{'];
    for (const text of texts)
      for (const index of [0, 7, 12]) expect(parseData(JSON.stringify(delta(text, index)))).toEqual(delta(text, index));
  });

  it('reads what only looks like one as JSON.parse does, or refuses it', () => {
    const odd = [
      '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"} }',
      '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a","more":"b"}}',
      '{"type":"content_block_delta","index":0,"x":{"type":"text_delta","text":"a"}}',
    ];
    for (const data of odd) expect(parseData(data)).toEqual(JSON.parse(data));
    expect(() => parseData('{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"}}')).toThrow(
      'not JSON',
    );
    expect(() => parseData('{"type":"content_block_delta","index":')).toThrow('not JSON');
  });
});
