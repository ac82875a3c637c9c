/** The failures of model providers over HTTP: one wording, and one rule for what is asked again. */
export type { ApiError } from './api-error.js';
export { apiErrorRows, said, type Told, toldValues } from './api-error-rows.js';
export {
  type AttemptContext,
  apiFailure,
  type Failure,
  type FailureErrors,
  LOCAL_PATIENCE_MS,
  networkFailure,
  ownFailure,
} from './failure.js';
export { FAILURE_KINDS, failureKind } from './failure-kinds.js';
export { kindOf, type RefusalCode } from './kind-of.js';
export { isCertificateProblem, isRefusedHere, networkError } from './network-error.js';
export { errorEventValue, errorIn, errorInEvent, errorInText, type ReadError } from './read-error.js';
export { redact } from './redact.js';
export { refusalFailure } from './refusal.js';
export { isAboutTools, refusedTool } from './refused-tool.js';
