import type { Oddity } from '../wire.js';
import { sse } from './frames.js';

const START = { type: 'message_start', message: { id: 'msg_1', model: 'm', usage: { input_tokens: 5, output_tokens: 1 } } };
const STOP = { type: 'message_stop' };
const endOf = (stop_reason: string, usage: unknown = { output_tokens: 7 }) => ({
  type: 'message_delta',
  delta: { stop_reason },
  usage,
});
const block = (content_block: object, ...deltas: readonly object[]) => [
  { type: 'content_block_start', index: 0, content_block },
  ...deltas.map((delta) => ({ type: 'content_block_delta', index: 0, delta })),
  { type: 'content_block_stop', index: 0 },
];
const hello = block({ type: 'text', text: '' }, { type: 'text_delta', text: 'Hello.' });
const use = (id: string, file_path: string) =>
  block(
    { type: 'tool_use', id, name: 'Read', input: {} },
    { type: 'input_json_delta', partial_json: JSON.stringify({ file_path }) },
  );
const streamOf = (...events: readonly { readonly type: string }[]) => events.map(sse).join('');
const WHOLE = streamOf(START, ...hello, endOf('end_turn'), STOP);

/** Streams of servers of the Messages API that do more or less than they should. */
export const messagesOddities: readonly Oddity[] = [
  { name: 'ends its lines with CR', stream: WHOLE.replaceAll('\n', '\r'), expect: { text: 'Hello.', stopReason: 'end_turn' } },
  { name: 'ends its lines with CRLF', stream: WHOLE.replaceAll('\n', '\r\n'), expect: { text: 'Hello.' } },
  {
    name: 'has thinking with a signature and no text',
    stream: streamOf(
      START,
      ...block({ type: 'thinking', thinking: '', signature: '' }, { type: 'signature_delta', signature: 'sig' }),
      ...hello,
      endOf('end_turn'),
      STOP,
    ),
    expect: { blocks: ['thinking', 'text'], text: 'Hello.' },
  },
  {
    name: 'gives two calls one index, one after the other',
    stream: streamOf(START, ...use('toolu_a', 'a'), ...use('toolu_b', 'b'), endOf('tool_use'), STOP),
    expect: { calls: ['a', 'b'].map((file_path) => ({ name: 'Read', input: { file_path } })) },
  },
  {
    name: 'tells of no output',
    stream: streamOf(START, ...hello, endOf('end_turn', null), STOP),
    expect: { text: 'Hello.', usage: 'unknown' },
  },
  // Some gateways leave it out.
  {
    name: 'lacks its last event',
    stream: streamOf(START, ...hello, endOf('end_turn')),
    expect: { text: 'Hello.', stopReason: 'end_turn' },
  },
  {
    name: 'lacks its last event and its usage',
    stream: streamOf(START, ...hello, endOf('end_turn', null)),
    expect: { error: 'MODEL_STREAM_CUT' },
  },
  { name: 'is not JSON', stream: `${sse(START)}data: {"type":\n\n`, expect: { error: 'MODEL_STREAM_INVALID' } },
];
