/** The public names of the entry `@loadout/node/http`, listed by hand: what a client of an HTTP API needs that loads nothing. */
export { apiErrorRows, said, type Told } from './api-error-rows.js';
export { type Answer, type Asking, askedAgain } from './asked-again.js';
export type { Attempt } from './attempt.js';
export { giveBack, joinBody, noteSent } from './body-memory.js';
export { ByteSource } from './byte-source.js';
export { decodedBody } from './decoded-body.js';
export {
  type ApiError,
  type AttemptContext,
  type Failure,
  LOCAL_PATIENCE_MS,
  networkFailure,
  ownFailure,
  statusError,
} from './failure.js';
export { isCertificateProblem, isRefusedHere, networkError } from './network-error.js';
export { nextDelayMs } from './next-delay.js';
export { patienceOptions, proxyOption } from './patience-options.js';
export { readText } from './read-text.js';
export { redact } from './redact.js';
export { retryAfterMs } from './retry-after.js';
export { SseReader } from './sse-reader.js';
export { wellFormed } from './well-formed.js';
