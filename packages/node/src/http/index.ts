/** The public names of the entry `@loadout/node/http`, listed by hand: what a client of an HTTP API needs that loads nothing. */
export { type Answer, type Asking, askedAgain, type FailedAttempt } from './asked-again.js';
export { ConversationBytes, type MessageJson } from './conversation-bytes.js';
export { decodedBody } from './decoded-body.js';
export { type Assembler, eventAnswer } from './event-answer.js';
export { gathered } from './gathered.js';
export { nextDelayMs } from './next-delay.js';
export { patienceOptions, proxyOption } from './patience-options.js';
export { readText } from './read-text.js';
export { isRefusal, type Refusal, throwRefusal } from './refusal.js';
export { retryAfterMs } from './retry-after.js';
export { SseReader } from './sse-reader.js';
export { wellFormed } from './well-formed.js';
