import { credentialProblems } from '../aws/check-signature.js';
import { dataFrame, EVENT_STREAM_TYPE, exceptionFrame, exceptionOf } from '../aws/event-frame.js';
import type { RecordedRequest } from '../recorded-request.js';
import type { Frames, Oddity, Piece, Wire } from '../wire.js';
import { validateRequest } from './validate-messages.js';
import { messagesWire } from './wire.js';

/** Problems that the Messages API finds, and those of fields that a cloud has in its address instead. */
function cloudProblems({ body }: RecordedRequest, { absent, version }: { absent: readonly string[]; version: RegExp }): string[] {
  const fields = body as Readonly<Record<string, unknown>>;
  const present = absent.filter((name) => name in fields).map((name) => `${name}: Extra inputs are not permitted`);
  const given = String(fields.anthropic_version);
  const wrong = version.test(given) ? [] : [`anthropic_version is ${given}`];
  const { anthropic_version: _, anthropic_beta: betas, ...rest } = fields;
  const odd = betas === undefined || Array.isArray(betas) ? [] : ['anthropic_beta is not a list'];
  return [...present, ...wrong, ...odd, ...validateRequest({ ...rest, model: 'named-in-the-address' })];
}

/** The events of a piece of a stream of the Messages API, each in a frame. */
const framed = (piece: Piece): Buffer =>
  Buffer.concat(
    String(piece)
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => dataFrame('chunk', { bytes: Buffer.from(line.slice('data: '.length)).toString('base64') })),
  );

const framedAll = ({ start, blocks, end }: Frames): Frames => ({
  start: framed(start),
  blocks: blocks.map(framed),
  end: framed(end),
});

const TEXT = [
  { type: 'message_start', message: { id: 'msg_1', model: 'm', usage: { input_tokens: 7, output_tokens: 1 } } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello.' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 3 } },
  { type: 'message_stop', 'amazon-bedrock-invocationMetrics': { inputTokenCount: 7, outputTokenCount: 3 } },
];
const frames = TEXT.map((event) => dataFrame('chunk', { bytes: Buffer.from(JSON.stringify(event)).toString('base64') }));
const joined = (...parts: readonly Buffer[]) => Buffer.concat(parts);

/** A copy with one byte that is another. */
function broken(frame: Buffer, at: number): Buffer {
  const copy = Buffer.from(frame);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

const [first = Buffer.alloc(0), ...others] = frames;
const oddities: readonly Oddity[] = [
  {
    name: 'has frames of other kinds between its chunks',
    stream: joined(first, dataFrame('initial-response', {}), ...others),
    expect: { text: 'Hello.', usage: { input_tokens: 7, output_tokens: 3 }, stopReason: 'end_turn' },
  },
  {
    name: 'breaks off with an exception',
    stream: joined(...frames.slice(0, 4), exceptionFrame('throttlingException', 'Too many tokens.')),
    expect: { text: 'Hello.', error: 'MODEL_RATE_LIMITED' },
  },
  {
    name: 'has a wrong checksum in its payload',
    stream: joined(...frames.slice(0, 2), broken(frames[2] ?? first, 60), ...frames.slice(3)),
    expect: { error: 'MODEL_STREAM_INVALID' },
  },
  {
    name: 'has a wrong length',
    stream: joined(broken(first, 1), ...others),
    expect: { error: 'MODEL_STREAM_INVALID' },
  },
];

/** Amazon Bedrock's InvokeModel for models of Anthropic: the Messages API in AWS's event stream, signed or with a bearer token. */
export const bedrockWire: Wire = {
  ...messagesWire,
  name: 'bedrock',
  takes: (path) => /^\/model\/[^/]+\/invoke-with-response-stream$/.test(path),
  streams: () => true,
  contentType: EVENT_STREAM_TYPE,
  requestIdHeader: 'x-amzn-requestid',
  frames: (reply, answering) => framedAll(messagesWire.frames(reply, answering)),
  errorBody: ({ message }) => ({ message }),
  errorFrame: ({ status, message }) => exceptionFrame(exceptionOf(status), message),
  comment: undefined,
  mute: [402],
  oddities,
  validate: (request) => [
    ...credentialProblems(request),
    ...('anthropic-beta' in request.headers && !('anthropic_beta' in request.body)
      ? ['betas stand only in a header, where Bedrock does not read them']
      : []),
    ...cloudProblems(request, { absent: ['model', 'stream'], version: /^bedrock-2023-05-31$|^\d{4}-\d\d-\d\d$/ }),
  ],
};

/** Google Vertex AI for models of Anthropic. */
export const vertexWire: Wire = {
  ...messagesWire,
  name: 'vertex',
  takes: (path) =>
    /^(\/v1)?\/projects\/[^/]+\/locations\/[^/]+\/publishers\/anthropic\/models\/[^/:]+:streamRawPredict$/.test(path),
  streams: ({ body }) => body.stream === true,
  errorBody: ({ status, message }) => ({ error: { code: status, message, status: 'FAILED' } }),
  validate: (request) => [
    ...(/^Bearer \S+$/.test(request.headers.authorization ?? '') ? [] : ['the request has no OAuth token']),
    ...cloudProblems(request, { absent: ['model'], version: /^vertex-2023-10-16$|^\d{4}-\d\d-\d\d$/ }),
  ],
};

/** Microsoft Foundry for models of Anthropic: the Messages API below `/anthropic`, with a key or an Entra token. */
export const foundryWire: Wire = {
  ...messagesWire,
  name: 'foundry',
  takes: (path) => path === '/anthropic/v1/messages',
  validate: (request) => {
    const { 'x-api-key': key, authorization, 'anthropic-version': version } = request.headers;
    return [
      ...(key === undefined && authorization === undefined ? ['the request has neither a key nor a token'] : []),
      ...(version === undefined ? ['the request has no anthropic-version'] : []),
      ...messagesWire.validate(request),
    ];
  },
};
