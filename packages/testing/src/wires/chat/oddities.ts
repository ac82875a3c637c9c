import type { Oddity } from '../wire.js';
import { DONE, dataLine } from './frames.js';

const chunk = (delta: object, finish_reason: string | null = null, more: object = {}) =>
  dataLine({ id: 'c1', object: 'chat.completion.chunk', model: 'm', choices: [{ index: 0, delta, finish_reason }], ...more });
const USAGE = { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 };
const usageChunk = dataLine({ id: 'c1', choices: [], usage: USAGE });
const call = (json: unknown, more: object = {}) => ({ tool_calls: [{ function: { arguments: json }, ...more }] });
const start = (id: string | undefined, more: object = {}, json: unknown = '') => ({
  tool_calls: [{ ...(id === undefined ? {} : { id }), type: 'function', function: { name: 'Read', arguments: json }, ...more }],
});
const file = (name: string) => ({ name: 'Read', input: { file_path: name } });
const json = (name: string) => JSON.stringify({ file_path: name });
const END = chunk({}, 'tool_calls') + usageChunk + DONE;
const HELLO = chunk({ role: 'assistant', content: 'Hello.' });
const WHOLE = HELLO + chunk({}, 'stop') + usageChunk + DONE;
const two = [file('a'), file('b')];

const CALLS: readonly Oddity[] = [
  {
    name: 'gives two calls one index, as Ollama does',
    stream: chunk(start('call_a', { index: 0 }, json('a'))) + chunk(start('call_b', { index: 0 }, json('b'))) + END,
    expect: { calls: two, stopReason: 'tool_use' },
  },
  {
    name: 'gives two calls one index and their input in pieces',
    stream:
      ['a', 'b']
        .map(
          (id) =>
            chunk(start(id, { index: 0 })) + chunk(call('{"file_path":', { index: 0 })) + chunk(call(`"${id}"}`, { index: 0 })),
        )
        .join('') + END,
    expect: { calls: two },
  },
  {
    name: 'gives calls no index',
    stream:
      chunk(start('call_a')) +
      chunk(call('{"file_path":')) +
      chunk(call('"a"}')) +
      chunk(start('call_b')) +
      chunk(call(json('b'))) +
      END,
    expect: { calls: two },
  },
  {
    name: 'gives calls in one chunk and no index',
    stream:
      chunk({ tool_calls: ['a', 'b'].map((id) => ({ id, type: 'function', function: { name: 'Read', arguments: json(id) } })) }) +
      END,
    expect: { calls: two },
  },
  {
    name: 'gives calls no id',
    stream: chunk(start(undefined, { index: 0 }, json('a'))) + chunk(start(undefined, { index: 1 }, json('b'))) + END,
    expect: { calls: two },
  },
  {
    name: 'gives calls neither id nor index',
    stream: chunk(start(undefined, {}, json('a'))) + chunk(start(undefined, {}, json('b'))) + END,
    expect: { calls: two },
  },
  {
    name: 'gives two calls one id',
    stream: chunk(start('call_0', { index: 0 }, json('a'))) + chunk(start('call_0', { index: 1 }, json('b'))) + END,
    expect: { calls: two },
  },
  {
    name: 'repeats id and name in each piece of a call',
    stream: chunk(start('call_a', { index: 0 }, '{"file_path":')) + chunk(start('call_a', { index: 0 }, '"a"}')) + END,
    expect: { calls: [file('a')] },
  },
  {
    name: 'counts calls from 1',
    stream: chunk(start('call_a', { index: 1 }, json('a'))) + chunk(start('call_b', { index: 2 }, json('b'))) + END,
    expect: { calls: two },
  },
  {
    name: 'sends the pieces of two calls by turns',
    stream:
      ['a', 'b'].map((id, index) => chunk(start(`call_${id}`, { index }))).join('') +
      ['{"file_path":', '"'].map((part) => [0, 1].map((index) => chunk(call(part, { index }))).join('')).join('') +
      chunk(call('b"}', { index: 1 })) +
      chunk(call('a"}', { index: 0 })) +
      END,
    expect: { calls: two },
  },
  {
    name: 'sends the name of a call behind its id',
    stream:
      chunk({ tool_calls: [{ index: 0, id: 'call_a', type: 'function' }] }) +
      chunk({ tool_calls: [{ index: 0, function: { name: 'Read' } }] }) +
      chunk(call(json('a'), { index: 0 })) +
      END,
    expect: { calls: [file('a')] },
  },
  {
    name: 'glues two calls together',
    stream: chunk(start('call_a', { index: 0 }, json('a') + json('b'))) + END,
    expect: { calls: two },
  },
  {
    name: 'glues a second call to the first, in pieces',
    stream: chunk(start('call_a', { index: 0 }, `${json('a')}{"file`)) + chunk(call('_path":"b"}', { index: 0 })) + END,
    expect: { calls: two },
  },
  {
    name: 'sends arguments as an object',
    stream: chunk(start('call_a', { index: 0 }, { file_path: 'a' })) + END,
    expect: { calls: [file('a')] },
  },
  {
    name: 'sends no arguments for a call without input',
    stream: chunk(start('call_a', { index: 0 })) + END,
    expect: { calls: [{ name: 'Read', input: {} }] },
  },
  {
    name: 'sends null for what is not there',
    stream:
      chunk({ role: 'assistant', content: null, tool_calls: null }) +
      chunk({ content: null, ...start('call_a', { index: 0 }, null) }) +
      chunk(call(json('a'), { index: 0, id: null, type: null })) +
      END,
    expect: { calls: [file('a')], text: '' },
  },
  {
    name: 'says stop after calls',
    stream: chunk(start('call_a', { index: 0 }, json('a'))) + chunk({}, 'stop') + usageChunk + DONE,
    expect: { calls: [file('a')], stopReason: 'tool_use' },
  },
  {
    name: 'says tool_calls without a call',
    stream: HELLO + chunk({}, 'tool_calls') + usageChunk + DONE,
    expect: { calls: [], stopReason: 'end_turn' },
  },
  {
    name: 'says the finish reason with the last call',
    stream: chunk(start('call_a', { index: 0 }, json('a')), 'tool_calls') + usageChunk + DONE,
    expect: { calls: [file('a')] },
  },
];

const STREAMS: readonly Oddity[] = [
  { name: 'ends its lines with CR', stream: WHOLE.replaceAll('\n', '\r'), expect: { text: 'Hello.', stopReason: 'end_turn' } },
  { name: 'ends its lines with CRLF', stream: WHOLE.replaceAll('\n', '\r\n'), expect: { text: 'Hello.' } },
  { name: 'has comments of a router', stream: `: OPENROUTER PROCESSING\n\n${WHOLE}`, expect: { text: 'Hello.' } },
  {
    name: 'has a chunk without choices',
    stream: dataLine({ id: '', choices: [], prompt_filter_results: [] }) + WHOLE,
    expect: { text: 'Hello.' },
  },
  {
    name: 'sends the usage with the finish reason',
    stream: HELLO + chunk({}, 'stop', { usage: USAGE }) + DONE,
    expect: { usage: { input_tokens: 5, output_tokens: 7 } },
  },
  {
    name: 'sends the usage before the finish reason too',
    stream:
      chunk({ content: 'Hello.' }, null, { usage: { ...USAGE, completion_tokens: 1 } }) +
      chunk({}, 'stop', { usage: USAGE }) +
      DONE,
    expect: { usage: { input_tokens: 5, output_tokens: 7 } },
  },
  {
    name: 'sends the usage behind its end',
    stream: HELLO + chunk({}, 'stop') + DONE + usageChunk,
    expect: { text: 'Hello.', usage: { input_tokens: 5, output_tokens: 7 } },
  },
  { name: 'sends null as usage', stream: HELLO + chunk({}, 'stop', { usage: null }) + DONE, expect: { usage: 'unknown' } },
  {
    name: 'has no [DONE] behind its finish reason',
    stream: HELLO + chunk({}, 'stop') + usageChunk,
    expect: { text: 'Hello.', usage: { input_tokens: 5, output_tokens: 7 } },
  },
  { name: 'has no finish reason before [DONE]', stream: HELLO + DONE, expect: { error: 'MODEL_STREAM_CUT' } },
  { name: 'lacks its end', stream: HELLO, expect: { error: 'MODEL_STREAM_CUT' } },
  { name: 'is not JSON', stream: `${HELLO}data: {"choices":\n\n`, expect: { error: 'MODEL_STREAM_INVALID' } },
  {
    name: 'tells of an error in a chunk',
    stream: HELLO + dataLine({ error: { message: 'too much', code: 500 } }),
    expect: { error: 'MODEL_SERVER_ERROR' },
  },
  {
    name: 'has an empty answer',
    stream: chunk({ role: 'assistant', content: '' }) + chunk({}, 'stop') + usageChunk + DONE,
    expect: { blocks: [], stopReason: 'end_turn' },
  },
  {
    name: 'begins its text with white space alone and calls then',
    stream: chunk({ content: '\n\n' }) + chunk(start('call_a', { index: 0 }, json('a'))) + END,
    expect: { blocks: ['tool_use'] },
  },
  {
    name: 'thinks in the field reasoning',
    stream: chunk({ reasoning: 'Hm.' }) + WHOLE,
    expect: { thinking: 'Hm.', text: 'Hello.', blocks: ['thinking', 'text'] },
  },
  {
    name: 'thinks in two fields at once',
    stream: chunk({ reasoning: 'Hm.', reasoning_content: 'Hm.' }) + WHOLE,
    expect: { thinking: 'Hm.' },
  },
  {
    name: 'sends text as a list of parts',
    stream: chunk({ content: [{ type: 'text', text: 'Hello.' }] }) + chunk({}, 'stop') + DONE,
    expect: { text: 'Hello.' },
  },
  {
    name: 'says a refusal in a field of its own',
    stream: chunk({ refusal: 'No.' }) + chunk({}, 'stop') + DONE,
    expect: { text: 'No.', stopReason: 'refusal' },
  },
];

/** Streams of servers of Chat Completions that do more or less than OpenAI's. */
export const chatOddities: readonly Oddity[] = [...CALLS, ...STREAMS];
