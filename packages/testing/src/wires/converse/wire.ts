import { credentialProblems } from '../aws/check-signature.js';
import { dataFrame, EVENT_STREAM_TYPE, exceptionFrame, exceptionOf } from '../aws/event-frame.js';
import type { Fields } from '../openai/problems.js';
import { type ReplyPart, replyParts, spentTokens, stopReasonOf } from '../openai/reply-parts.js';
import type { Reply } from '../reply.js';
import type { Frames, Wire } from '../wire.js';
import { validateConverse } from './validate-converse.js';

/** Amazon Bedrock's Converse, streamed. */
export const converseWire: Wire = {
  name: 'converse',
  takes: (path) => /^\/model\/[^/]+\/converse-stream$/.test(path),
  streams: () => true,
  contentType: EVENT_STREAM_TYPE,
  requestIdHeader: 'x-amzn-requestid',
  frames: (reply, { id }) => converseFrames(reply, id),
  message: () => ({}),
  errorBody: ({ message, type, status }) => ({ message, type: type ?? exceptionOf(status) }),
  errorFrame: ({ status, message }) => exceptionFrame(exceptionOf(status), message),
  mute: [402],
  validate: (request) => [...credentialProblems(request), ...validateConverse(request.body as Fields)],
};

const STOP: Readonly<Record<string, string>> = { refusal: 'content_filtered' };

/** The stream of a reply, in the events of Converse. */
function converseFrames(reply: Reply, id: string): Frames {
  const usage = converseUsage(reply);
  return {
    start: dataFrame('messageStart', { role: 'assistant' }),
    blocks: replyParts(reply, id).map((part, contentBlockIndex) =>
      Buffer.concat([
        ...(part.type === 'call'
          ? [dataFrame('contentBlockStart', { contentBlockIndex, start: { toolUse: { toolUseId: part.id, name: part.name } } })]
          : []),
        ...deltasOf(part, reply).map((delta) => dataFrame('contentBlockDelta', { contentBlockIndex, delta })),
        dataFrame('contentBlockStop', { contentBlockIndex }),
      ]),
    ),
    end: Buffer.concat([
      dataFrame('messageStop', { stopReason: STOP[stopReasonOf(reply)] ?? stopReasonOf(reply) }),
      ...(usage === undefined ? [] : [dataFrame('metadata', { usage, metrics: { latencyMs: 1 } })]),
    ]),
  };
}

function deltasOf(part: ReplyPart, reply: Reply): readonly unknown[] {
  if (part.type === 'call') return part.json.map((input) => ({ toolUse: { input } }));
  if (part.type === 'text') return part.deltas.map((text) => ({ text }));
  const signature = typeof reply.thinking === 'object' ? reply.thinking.signature : 'sig-mock';
  return [...part.deltas.map((text) => ({ reasoningContent: { text } })), { reasoningContent: { signature } }];
}

function converseUsage(reply: Reply): object | undefined {
  const spent = spentTokens(reply);
  if (spent === undefined) return undefined;
  const inputTokens = spent.input - spent.cached;
  return {
    inputTokens,
    outputTokens: spent.output,
    totalTokens: spent.input + spent.output,
    cacheReadInputTokens: spent.cached,
    cacheWriteInputTokens: 0,
  };
}
