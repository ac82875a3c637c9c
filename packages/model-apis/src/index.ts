/** The public names, listed by hand: adding a name is a decision. */
export { type ApiError, apiErrorRows, errorValues, type ServerError, said } from './failures/api-error-rows.js';
export { eventObject, inputObject, unreadableEvent } from './failures/event-data.js';
export {
  type AttemptContext,
  eventError,
  type Failure,
  type FailureErrors,
  LOCAL_PATIENCE_MS,
  ownFailure,
  toFailure,
} from './failures/failure.js';
export { kindOf, type RefusalCode } from './failures/kind-of.js';
export { limitsIn } from './failures/limits-in.js';
export { isCertificateProblem, isRefusedHere, networkError, redact } from './failures/network-error.js';
export { errorEventValue, errorIn, errorInEvent, errorInText, type ReadError } from './failures/read-error.js';
export { CHAT_LIMITS, GEMINI_LIMITS, MESSAGES_LIMITS, type SchemaLimits, toolFor } from './tools/tool-for.js';
