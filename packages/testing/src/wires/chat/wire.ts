import { openAiError } from '../openai/reply-parts.js';
import type { Wire } from '../wire.js';
import type { ChatDialect } from './dialect.js';
import { chatFrames, chatMessage, dataLine } from './frames.js';
import { chatOddities } from './oddities.js';
import { validateChat } from './validate-chat.js';

/** Chat Completions with the habits of one server. */
export const chatWireOf = (dialect: ChatDialect): Wire => ({
  name: dialect.name ?? 'chat',
  takes: (path) => path.endsWith('/chat/completions'),
  lookUp: (path) => dialect.lookUp?.[path],
  streams: ({ body }) => body.stream === true,
  contentType: 'text/event-stream; charset=utf-8',
  requestIdHeader: 'x-request-id',
  frames: (reply, answering) => chatFrames(reply, answering, dialect),
  message: (reply, answering) => chatMessage(reply, answering, dialect),
  errorBody: (error) => ({ error: openAiError(error) }),
  errorFrame: (error) => dataLine({ error: openAiError(error) }),
  comment: ': OPENROUTER PROCESSING\n\n',
  oddities: chatOddities,
  validate: ({ body }) => validateChat(body, dialect),
});

/** Chat Completions as OpenAI speaks it, with the thinking that other servers add. */
export const chatWire: Wire = chatWireOf({});
