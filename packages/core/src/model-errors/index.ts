/** The failures of model providers over HTTP: one wording, and one rule for what is asked again. Loaded by providers only. */
export { apiErrorRows, said, type Told } from './api-error-rows.js';
export {
  type ApiError,
  type AttemptContext,
  type Failure,
  type FailureErrors,
  LOCAL_PATIENCE_MS,
  networkFailure,
  ownFailure,
  statusError,
} from './failure.js';
export { isCertificateProblem, isRefusedHere, networkError } from './network-error.js';
export { redact } from './redact.js';
