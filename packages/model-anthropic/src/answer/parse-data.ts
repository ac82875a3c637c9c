import { errors } from '../errors.js';

const DELTA = '{"type":"content_block_delta","index":';
const TEXT = ',"delta":{"type":"text_delta","text":"';
const END = '"}}';

/** An event's data as a value. Nearly all events of an answer are plain pieces of text; these need no JSON parser. */
export function parseData(data: string): unknown {
  if (data.startsWith(DELTA)) {
    const at = data.indexOf(',', DELTA.length);
    const from = at + TEXT.length;
    if (data.startsWith(TEXT, at) && data.endsWith(END) && from <= data.length - END.length) {
      const text = data.slice(from, -END.length);
      const index = Number(data.slice(DELTA.length, at));
      if (Number.isInteger(index) && isPlain(text))
        return { type: 'content_block_delta', index, delta: { type: 'text_delta', text } };
    }
  }
  try {
    return JSON.parse(data);
  } catch (cause) {
    throw errors.MODEL_STREAM_INVALID(
      { problem: `an event's data is not JSON: ${JSON.stringify(data.slice(0, 100))}` },
      { cause },
    );
  }
}

/** Between two quotes it is its own JSON. A raw control character, which JSON forbids, passes. */
const isPlain = (text: string) => !text.includes('"') && !text.includes('\\');
