import type { ApiError } from './api-error-rows.js';

/** The codes that an answer of a server can mean. */
export type RefusalCode =
  | 'MODEL_REQUEST_INVALID'
  | 'MODEL_AUTH'
  | 'MODEL_BILLING'
  | 'MODEL_NOT_FOUND'
  | 'MODEL_PROMPT_TOO_LONG'
  | 'MODEL_RATE_LIMITED'
  | 'MODEL_OVERLOADED'
  | 'MODEL_SERVER_ERROR';

/** The names of errors in lower case: `code`, `type` or `status` of an error object, and the exceptions of AWS. */
const NAMES: readonly (readonly [RefusalCode, string])[] = [
  [
    'MODEL_BILLING',
    'insufficient_quota billing_error billing_hard_limit_reached billing_not_active insufficient_credits insufficient_balance enforced_spend_limit_reached contract_spend_limit_reached linked_organization_spend_limit_reached',
  ],
  [
    'MODEL_AUTH',
    'invalid_api_key api_key_invalid api_key_expired authentication_error invalid_authentication permission_error permission_denied unauthenticated unauthorized accessdeniedexception expiredtokenexception unrecognizedclientexception invalidsignatureexception',
  ],
  ['MODEL_NOT_FOUND', 'model_not_found not_found_error not_found notfounderror resourcenotfoundexception deploymentnotfound'],
  ['MODEL_PROMPT_TOO_LONG', 'context_length_exceeded exceed_context_size_error request_too_large string_above_max_length'],
  [
    'MODEL_RATE_LIMITED',
    'rate_limit_exceeded rate_limit_error ratelimiterror resource_exhausted throttlingexception too_many_requests',
  ],
  [
    'MODEL_OVERLOADED',
    'overloaded overloaded_error server_overloaded server_is_overloaded slow_down engine_overloaded unavailable unavailable_error serviceunavailableexception modelnotreadyexception',
  ],
  [
    'MODEL_SERVER_ERROR',
    'server_error api_error internal internal_error internal_server_error internalservererror internalserverexception modelstreamerrorexception modeltimeoutexception modelerrorexception timeout_error deadline_exceeded',
  ],
  [
    'MODEL_REQUEST_INVALID',
    'invalid_request_error invalid_prompt invalid_argument failed_precondition badrequesterror validationexception content_filter content_policy_violation',
  ],
];
const CODE_OF = new Map(NAMES.flatMap(([code, names]) => names.split(' ').map((name) => [name, code] as const)));

const TOO_LONG =
  /context[_ ](window|length|size)|maximum context|exceeds? the (available )?context|(prompt|input) is too long|(input|prompt|token count).{0,60}exceeds? the (maximum|limit)|maximum (prompt|input) (length|tokens)|too many (input )?tokens (in|for) the (prompt|input|context)/i;
const BAD_KEY =
  /\b(api|access|auth)[ _-]?(key|token)\b.{0,40}(not valid|invalid|expired|revoked|incorrect)|(invalid|incorrect|expired|wrong|missing) (x-)?(api|access|auth)[ _-]?(key|token)/i;
const UNKNOWN_MODEL =
  /\bmodel\b.{0,80}(not found|does not exist|not a valid|unknown|is not supported)|not a valid model|invalid model/i;

/** Statuses that say all there is to know. */
const BY_STATUS: Readonly<Record<number, RefusalCode>> = {
  401: 'MODEL_AUTH',
  402: 'MODEL_BILLING',
  403: 'MODEL_AUTH',
  404: 'MODEL_NOT_FOUND',
  413: 'MODEL_PROMPT_TOO_LONG',
  429: 'MODEL_RATE_LIMITED',
  503: 'MODEL_OVERLOADED',
  529: 'MODEL_OVERLOADED',
};
/** Statuses below 500 of a request that may succeed later. Bedrock sends 424 when the model itself fails. */
const LATER = new Set([408, 409, 424, 425]);

/**
 * Returns the code of an error that a server reports. Servers use few statuses and many words: a spent account comes as a rate limit,
 * and a long conversation, an unknown model and a refused key as a bad request. In a stream there is no status.
 */
export function kindOf({ status, code = '', type = '', message }: ApiError): RefusalCode {
  const named = CODE_OF.get(code.toLowerCase()) ?? CODE_OF.get(type.toLowerCase());
  if (named === 'MODEL_BILLING') return named;
  const decided = status === undefined ? undefined : BY_STATUS[status];
  if (decided !== undefined && status !== 503) return decided;
  if (named === 'MODEL_PROMPT_TOO_LONG' || (named !== 'MODEL_RATE_LIMITED' && TOO_LONG.test(message)))
    return 'MODEL_PROMPT_TOO_LONG';
  if (decided !== undefined) return decided;
  const isRefused = status !== undefined && status < 500;
  if ((isRefused || status === undefined) && BAD_KEY.test(message)) return 'MODEL_AUTH';
  if (isRefused && !LATER.has(status)) return refusedAs(named, { status, message });
  if (status === undefined) return named ?? 'MODEL_SERVER_ERROR';
  return named === 'MODEL_OVERLOADED' || named === 'MODEL_RATE_LIMITED' ? named : 'MODEL_SERVER_ERROR';
}

/** A bad request, which may be another failure by its name or by its words. */
function refusedAs(
  named: RefusalCode | undefined,
  { status, message }: { readonly status: number; readonly message: string },
): RefusalCode {
  if (named !== undefined && named !== 'MODEL_REQUEST_INVALID' && named !== 'MODEL_SERVER_ERROR') return named;
  return status === 400 && UNKNOWN_MODEL.test(message) ? 'MODEL_NOT_FOUND' : 'MODEL_REQUEST_INVALID';
}
