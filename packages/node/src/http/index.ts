/** The public names of the entry `@loadout/node/http`, listed by hand: what a client of an HTTP API needs that loads nothing. */
export { giveBack, joinBody, noteSent } from './body-memory.js';
export { ByteSource } from './byte-source.js';
export { decodedBody } from './decoded-body.js';
export { isCertificateProblem, networkError } from './network-error.js';
export { readText } from './read-text.js';
export { redact } from './redact.js';
export { retryAfterMs } from './retry-after.js';
export type { RetryLimits, RetryState } from './retry-delay.js';
export { retryDelayMs } from './retry-delay.js';
export { SseReader } from './sse-reader.js';
export { wellFormed } from './well-formed.js';
