import { type CallPart, type ReplyPart, replyParts, spentTokens, stopReasonOf } from '../openai/reply-parts.js';
import type { Reply } from '../reply.js';
import type { Answering, Frames } from '../wire.js';

export const responsesEvent = (event: { readonly type: string; readonly [field: string]: unknown }): string =>
  `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

/** The stream of a reply, in events of the Responses API. */
export function responsesFrames(reply: Reply, { id }: Answering): Frames {
  const parts = replyParts(reply, id);
  const created = { ...envelopeOf(reply, id), status: 'in_progress', output: [], usage: null };
  const ended = responseOf(reply, id);
  return {
    start:
      responsesEvent({ type: 'response.created', response: created }) +
      responsesEvent({ type: 'response.in_progress', response: created }),
    blocks: parts.map((part, output_index) => itemEvents(part, { id: `${id}_${output_index}`, output_index })),
    end: responsesEvent({ type: ended.status === 'completed' ? 'response.completed' : 'response.incomplete', response: ended }),
  };
}

/** The answer to a request that does not stream, which is also the last event of one that does. */
export function responseOf(reply: Reply, id: string) {
  const reason = stopReasonOf(reply);
  const incomplete = { max_tokens: 'max_output_tokens', refusal: 'content_filter' }[reason];
  return {
    ...envelopeOf(reply, id),
    status: incomplete === undefined ? 'completed' : 'incomplete',
    incomplete_details: incomplete === undefined ? null : { reason: incomplete },
    output: replyParts(reply, id).map((part, index) => itemOf(part, `${id}_${index}`)),
    usage: usageOf(reply),
  };
}

const envelopeOf = (reply: Reply, id: string) => ({
  id: `resp_${id}`,
  object: 'response',
  created_at: 1,
  error: null,
  model: reply.model ?? 'mock-model',
});

function usageOf(reply: Reply): unknown {
  const spent = spentTokens(reply);
  if (spent === undefined) return null;
  return {
    input_tokens: spent.input,
    input_tokens_details: { cached_tokens: spent.cached },
    output_tokens: spent.output,
    output_tokens_details: { reasoning_tokens: spent.reasoning },
    total_tokens: spent.input + spent.output,
  };
}

function itemOf(part: ReplyPart, id: string): Record<string, unknown> & { readonly id: string } {
  if (part.type === 'call') return callItem(part, id);
  const text = part.deltas.join('');
  if (part.type === 'text')
    return {
      id: `msg_${id}`,
      type: 'message',
      status: 'completed',
      role: 'assistant',
      content: [{ type: 'output_text', text, annotations: [] }],
    };
  return { id: `rs_${id}`, type: 'reasoning', summary: [{ type: 'summary_text', text }], encrypted_content: `gAAA-${id}` };
}

const callItem = ({ id: call_id, name, json, extra }: CallPart, id: string) => ({
  id: `fc_${id}`,
  type: 'function_call',
  status: 'completed',
  call_id,
  name,
  arguments: json.join(''),
  ...extra,
});

interface Place {
  readonly id: string;
  readonly output_index: number;
}

function itemEvents(part: ReplyPart, { id, output_index }: Place): string {
  const item = itemOf(part, id);
  const place = { item_id: item.id, output_index };
  const event = (type: string, more: object) => responsesEvent({ type: `response.${type}`, ...place, ...more });
  const added = responsesEvent({ type: 'response.output_item.added', output_index, item: emptyItem(item) });
  const done = responsesEvent({ type: 'response.output_item.done', output_index, item });
  return added + inside(part, event) + done;
}

const emptyItem = (item: Record<string, unknown>): unknown => {
  if (item.type === 'function_call') return { ...item, status: 'in_progress', arguments: '' };
  return item.type === 'message' ? { ...item, status: 'in_progress', content: [] } : { ...item, summary: [] };
};

function inside(part: ReplyPart, event: (type: string, more: object) => string): string {
  const place = { content_index: 0 };
  if (part.type === 'call') {
    const json = part.json.map((delta) => event('function_call_arguments.delta', { delta })).join('');
    return json + event('function_call_arguments.done', { arguments: part.json.join('') });
  }
  const text = part.deltas.join('');
  if (part.type === 'text') {
    const deltas = part.deltas.map((delta) => event('output_text.delta', { ...place, delta })).join('');
    const filled = { type: 'output_text', text, annotations: [] };
    const opened = event('content_part.added', { ...place, part: { ...filled, text: '' } });
    return (
      opened + deltas + event('output_text.done', { ...place, text }) + event('content_part.done', { ...place, part: filled })
    );
  }
  const summary = { summary_index: 0 };
  const deltas = part.deltas.map((delta) => event('reasoning_summary_text.delta', { ...summary, delta })).join('');
  return (
    event('reasoning_summary_part.added', { ...summary, part: { type: 'summary_text', text: '' } }) +
    deltas +
    event('reasoning_summary_text.done', { ...summary, text })
  );
}
