import { type CallPart, type ReplyPart, replyParts, spentTokens, stopReasonOf } from '../openai/reply-parts.js';
import type { Reply } from '../reply.js';
import type { Answering, Frames } from '../wire.js';
import type { ChatDialect } from './dialect.js';

export const dataLine = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
export const DONE = 'data: [DONE]\n\n';

const FINISH: Readonly<Record<string, string>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool_calls',
  max_tokens: 'length',
  refusal: 'content_filter',
};

/** The stream of a reply, in chunks of Chat Completions. */
export function chatFrames(reply: Reply, { id, request }: Answering, dialect: ChatDialect): Frames {
  const envelope = { id: `chatcmpl-${id}`, object: 'chat.completion.chunk', created: 1, model: reply.model ?? 'mock-model' };
  const chunk = (delta: unknown, finish_reason: string | null = null, more: object = {}) =>
    dataLine({ ...envelope, choices: [{ index: 0, delta, logprobs: null, finish_reason }], ...more });
  const isAsked = (request.body.stream_options as { include_usage?: boolean } | undefined)?.include_usage === true;
  const usage = dialect.usage === 'never' ? undefined : chatUsage(reply);
  const withFinish = dialect.usage === 'with finish' && usage !== undefined ? { usage } : {};
  const apart = dialect.usage !== 'with finish' && isAsked && usage !== undefined;
  let calls = 0;
  return {
    start: chunk({ role: 'assistant', content: '' }),
    blocks: replyParts(reply, id).map((part) =>
      deltasOf(part, { dialect, number: part.type === 'call' ? calls++ : 0 })
        .map((delta) => chunk(delta))
        .join(''),
    ),
    end: chunk({}, finishOf(reply, dialect), withFinish) + (apart ? dataLine({ ...envelope, choices: [], usage }) : '') + DONE,
  };
}

/** The answer to a request that does not stream. */
export function chatMessage(reply: Reply, { id }: Answering, dialect: ChatDialect): unknown {
  const parts = replyParts(reply, id);
  const joined = (type: 'text' | 'thinking') => parts.flatMap((part) => (part.type === type ? part.deltas : [])).join('');
  const calls = parts.filter((part): part is CallPart => part.type === 'call');
  const message = {
    role: 'assistant',
    content: joined('text'),
    ...(joined('thinking') === '' ? {} : { reasoning_content: joined('thinking') }),
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map((call) => ({
            id: call.id,
            type: 'function',
            function: { name: call.name, arguments: call.json.join('') },
            ...call.extra,
          })),
        }),
  };
  return {
    id: `chatcmpl-${id}`,
    object: 'chat.completion',
    created: 1,
    model: reply.model ?? 'mock-model',
    choices: [{ index: 0, message, finish_reason: finishOf(reply, dialect) }],
    usage: chatUsage(reply),
  };
}

const finishOf = (reply: Reply, { alwaysStop }: ChatDialect): string => {
  const reason = FINISH[stopReasonOf(reply)] ?? stopReasonOf(reply);
  return alwaysStop === true && reason === 'tool_calls' ? 'stop' : reason;
};

function chatUsage(reply: Reply): unknown {
  const spent = spentTokens(reply);
  if (spent === undefined) return undefined;
  return {
    prompt_tokens: spent.input,
    completion_tokens: spent.output,
    total_tokens: spent.input + spent.output,
    prompt_tokens_details: { cached_tokens: spent.cached },
    completion_tokens_details: { reasoning_tokens: spent.reasoning },
  };
}

interface Writing {
  readonly dialect: ChatDialect;
  /** The number of the call. */
  readonly number: number;
}

function deltasOf(part: ReplyPart, writing: Writing): readonly unknown[] {
  if (part.type === 'text') return part.deltas.map((content) => ({ content }));
  if (part.type === 'call') return callDeltas(part, writing);
  const field = writing.dialect.reasoning ?? 'reasoning_content';
  if (field !== 'reasoning_details') return part.deltas.map((text) => ({ [field]: text }));
  const detail = { type: 'reasoning.text', format: 'unknown', index: 0 };
  return [
    ...part.deltas.map((text) => ({ reasoning: text, reasoning_details: [{ ...detail, text }] })),
    { reasoning_details: [{ ...detail, signature: 'sig-mock' }] },
  ];
}

function callDeltas({ id, name, json, extra }: CallPart, { dialect, number }: Writing): readonly unknown[] {
  const index = { 'from 0': number, 'from 1': number + 1, same: 0, none: undefined }[dialect.indexes ?? 'from 0'];
  const own = { own: id, none: undefined, long: `chatcmpl-tool-${id.padEnd(32, '0')}`.slice(0, 46) }[dialect.ids ?? 'own'];
  const delta = (call: object) => ({ tool_calls: [{ ...(index === undefined ? {} : { index }), ...call }] });
  const head = { ...(own === undefined ? {} : { id: own }), type: 'function', ...extra };
  if (dialect.wholeCalls === true) return [delta({ ...head, function: { name, arguments: json.join('') } })];
  const first =
    dialect.nameAfterId === true
      ? [delta(head), delta({ function: { name } })]
      : [delta({ ...head, function: { name, arguments: '' } })];
  return [...first, ...json.map((text) => delta({ function: { arguments: text } }))];
}
