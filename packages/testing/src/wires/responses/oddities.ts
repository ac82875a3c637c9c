import type { Oddity } from '../wire.js';
import { responsesEvent as event } from './frames.js';

const USAGE = { input_tokens: 5, output_tokens: 7 };
const created = event({ type: 'response.created', response: { id: 'resp_1', model: 'm', output: [] } });
const text = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text: 'Hello.', annotations: [] }],
};
const call = (id: string, more: object = {}) => ({
  id: `fc_${id}`,
  type: 'function_call',
  call_id: `call_${id}`,
  name: 'Read',
  arguments: JSON.stringify({ file_path: id }),
  ...more,
});
const done = (item: object, output_index = 0) => event({ type: 'response.output_item.done', output_index, item });
const added = (item: object, output_index = 0) => event({ type: 'response.output_item.added', output_index, item });
const ended = (output: readonly object[], usage: unknown = USAGE) =>
  event({ type: 'response.completed', response: { id: 'resp_1', model: 'm', status: 'completed', output, usage } });
const file = (name: string) => ({ name: 'Read', input: { file_path: name } });
const delta = event({ type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, content_index: 0, delta: 'Hello.' });
const WHOLE = created + added({ ...text, content: [] }) + delta + done(text) + ended([text]);
const reasoning = { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: 'gAAA-1' };

/** Streams of servers of the Responses API that do more or less than OpenAI's. */
export const responsesOddities: readonly Oddity[] = [
  { name: 'ends its lines with CR', stream: WHOLE.replaceAll('\n', '\r'), expect: { text: 'Hello.', stopReason: 'end_turn' } },
  { name: 'has [DONE] at its end', stream: `${WHOLE}data: [DONE]\n\n`, expect: { text: 'Hello.' } },
  {
    name: 'carries whole items only',
    stream: created + done(text) + done(call('a'), 1) + done(call('b'), 2) + ended([text, call('a'), call('b')]),
    expect: { text: 'Hello.', calls: [file('a'), file('b')], stopReason: 'tool_use' },
  },
  {
    name: 'carries its items in the last event only',
    stream: created + ended([text, call('a')]),
    expect: { text: 'Hello.', calls: [file('a')], stopReason: 'tool_use' },
  },
  {
    name: 'has the names of events in its data alone',
    stream: WHOLE.replaceAll(/^event: .*\n/gm, ''),
    expect: { text: 'Hello.' },
  },
  {
    name: 'gives two calls one call_id',
    stream: created + done(call('a', { call_id: 'x' })) + done(call('b', { call_id: 'x' }), 1) + ended([]),
    expect: { calls: [file('a'), file('b')] },
  },
  {
    name: 'gives a call no call_id',
    stream: created + done(call('a', { call_id: undefined })) + ended([]),
    expect: { calls: [file('a')] },
  },
  {
    name: 'has reasoning without a summary',
    stream: created + done(reasoning) + done(text, 1) + ended([reasoning, text]),
    expect: { text: 'Hello.', thinking: '' },
  },
  {
    name: 'leaves one item to its last event',
    stream: created + done(text) + done(call('b'), 2) + ended([text, call('a'), call('b')]),
    expect: { calls: [file('b'), file('a')] },
  },
  {
    name: 'has items that nobody knows',
    stream:
      created + done({ id: 'x_1', type: 'new_thing' }) + done(text, 1) + event({ type: 'response.new_event' }) + ended([text]),
    expect: { text: 'Hello.' },
  },
  { name: 'reports no usage', stream: created + done(text) + ended([text], null), expect: { usage: 'unknown' } },
  {
    name: 'fails',
    stream: `${created}${event({ type: 'response.failed', response: { id: 'resp_1', status: 'failed', error: { code: 'server_error', message: 'too much' } } })}`,
    expect: { error: 'MODEL_SERVER_ERROR' },
  },
  {
    name: 'has an error event',
    stream: `${created}${event({ type: 'error', code: 'rate_limit_exceeded', message: 'slow down' })}`,
    expect: { error: 'MODEL_RATE_LIMITED' },
  },
  { name: 'lacks its last event', stream: created + done(text), expect: { error: 'MODEL_STREAM_CUT' } },
  {
    name: 'ends inside of a call',
    stream:
      created +
      added(call('a', { arguments: '' })) +
      event({ type: 'response.function_call_arguments.delta', item_id: 'fc_a', output_index: 0, delta: '{"file' }),
    expect: { error: 'MODEL_STREAM_CUT' },
  },
  { name: 'is not JSON', stream: `${created}data: {"type":\n\n`, expect: { error: 'MODEL_STREAM_INVALID' } },
];
