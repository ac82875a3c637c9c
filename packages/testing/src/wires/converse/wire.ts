import { credentialProblems } from '../aws/check-signature.js';
import { EVENT_STREAM_TYPE, exceptionFrame, exceptionOf } from '../aws/event-frame.js';
import type { Fields } from '../openai/problems.js';
import type { Wire } from '../wire.js';
import { converseFrames } from './frames.js';
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
