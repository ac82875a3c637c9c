import type { Wire, WireError } from '../wire.js';
import { sse, toFrames, toMessage } from './frames.js';
import { messagesOddities } from './oddities.js';
import { validateRequest } from './validate-messages.js';

const TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  408: 'timeout_error',
  409: 'conflict_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  503: 'overloaded_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};

const errorOf = ({ status, type, message }: WireError) => ({ type: type ?? TYPES[status] ?? 'api_error', message });

/** The Messages API of Anthropic. */
export const messagesWire: Wire = {
  name: 'messages',
  takes: (path) => path === '/v1/messages',
  streams: (request) => request.streams,
  contentType: 'text/event-stream; charset=utf-8',
  requestIdHeader: 'request-id',
  frames: (reply, { id }) => toFrames(reply, id),
  message: (reply, { id }) => toMessage(reply, id),
  errorBody: (error) => ({ type: 'error', error: errorOf(error), request_id: 'req_mock' }),
  errorFrame: (error) => sse({ type: 'error', error: errorOf(error) }),
  comment: `: keep-alive\n\n${sse({ type: 'ping' })}`,
  oddities: messagesOddities,
  validate: ({ body }) => validateRequest(body),
};
