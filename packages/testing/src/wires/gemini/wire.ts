import type { Fields } from '../openai/problems.js';
import type { Wire } from '../wire.js';
import { dataLine, geminiFrames } from './frames.js';
import { validateGemini } from './validate-gemini.js';

const STATUS: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

const errorBody: Wire['errorBody'] = ({ status, message }) => ({
  error: { code: status, message, status: STATUS[status] ?? 'UNKNOWN' },
});

/** The Gemini API: generateContent, streamed. Wants the signature of each first call back, as Gemini 3 does. */
export const geminiWire: Wire = {
  name: 'gemini',
  takes: (path) => /^\/v1beta\/models\/[^/:]+:streamGenerateContent$/.test(path),
  streams: () => true,
  contentType: 'text/event-stream',
  requestIdHeader: 'x-request-id',
  frames: (reply, { id }) => geminiFrames(reply, id),
  message: () => ({}),
  errorBody,
  comment: ': keep-alive\n\n',
  errorFrame: (error) => dataLine(errorBody(error)),
  validate: ({ body, headers }) => [
    ...(headers['x-goog-api-key'] === undefined && headers.authorization === undefined ? ['the request has no key'] : []),
    ...validateGemini(body as Fields),
  ],
};
