import { openAiError } from '../openai/reply-parts.js';
import type { Wire } from '../wire.js';
import { responseOf, responsesEvent, responsesFrames } from './frames.js';
import { responsesOddities } from './oddities.js';
import { validateResponses } from './validate-responses.js';

/** The Responses API of OpenAI. */
export const responsesWire: Wire = {
  name: 'responses',
  takes: (path) => path.endsWith('/responses'),
  streams: ({ body }) => body.stream === true,
  contentType: 'text/event-stream; charset=utf-8',
  requestIdHeader: 'x-request-id',
  frames: responsesFrames,
  message: (reply, { id }) => responseOf(reply, id),
  errorBody: (error) => ({ error: openAiError(error) }),
  errorFrame: (error) => {
    const { type, code, message } = openAiError(error);
    return responsesEvent({ type: 'error', code: code ?? type, message, param: null });
  },
  comment: ': keep-alive\n\n',
  oddities: responsesOddities,
  validate: ({ body }) => validateResponses(body),
};
