/** The parts of a server's error that messages repeat. */
export interface ServerError {
  readonly status?: number | undefined;
  readonly type?: string | undefined;
  readonly message: string;
  readonly requestId?: string | undefined;
}

/** An error of a server, from a response or from an event of a stream. */
export interface ApiError extends ServerError {
  readonly code?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  /** `x-should-retry`: the server's own word. */
  readonly shouldRetry?: boolean | undefined;
}

/** `529 overloaded_error: Overloaded (request req_1)` */
export const said = ({ status, type, message, requestId }: ServerError) =>
  `${[status, type].filter(Boolean).join(' ')}${status === undefined && type === undefined ? '' : ': '}${message}${requestId === undefined ? '' : ` (request ${requestId})`}`;

/** The status and the type, for programs. */
export const errorValues = ({ status, type }: ServerError) => ({ status, type });

const times = (attempts: number) => (attempts === 1 ? 'one attempt' : `${attempts} attempts`);

/** The rows that the error tables of model providers over HTTP have in common. Messages never hold a key. */
export const apiErrorRows = {
  MODEL_AUTH: {
    message: (p: ServerError & { origin: string; from?: string | undefined }) =>
      `${p.origin} refused the key${p.from === undefined ? ', because none was sent' : ` from ${p.from}`}. It said: ${said(p)}`,
    fix: (p: { origin: string; from?: string | undefined }) =>
      `Check that ${p.from ?? 'a key'} is valid for ${p.origin} and may use this model. A key from the environment is sent only to the address from the environment; if the configuration sets baseUrl, set apiKey beside it.`,
    values: errorValues,
  },
  MODEL_BILLING: {
    message: (p: ServerError) => `The account has reached its spending limit. The API said: ${said(p)}`,
    fix: () => 'Raise the spending limit, add credit, or use a key of another account.',
  },
  MODEL_RATE_LIMITED: {
    message: (p: ServerError & { attempts: number; retryAfterMs?: number | undefined }) =>
      `The API rate limit was exceeded, after ${times(p.attempts)}${p.retryAfterMs === undefined ? '' : `; the API asks to wait ${Math.ceil(p.retryAfterMs / 1000)} s`}. It said: ${said(p)}`,
    fix: () => 'Wait, run fewer agents at once, or raise maxRetryWaitSeconds of the provider.',
    values: errorValues,
  },
  MODEL_OVERLOADED: {
    message: (p: ServerError & { attempts: number }) => `The API is overloaded, after ${times(p.attempts)}. It said: ${said(p)}`,
    fix: () => 'Try again later, or give the agent a second model to fall back on.',
    values: errorValues,
  },
  MODEL_SERVER_ERROR: {
    message: (p: ServerError & { attempts: number }) => `The API failed, after ${times(p.attempts)}. It said: ${said(p)}`,
    fix: () => 'Try again later. If the error persists, report the request id to the provider.',
    values: errorValues,
  },
  MODEL_PROMPT_TOO_LONG: {
    message: (p: ServerError) => `The conversation is too long for the model. The API said: ${said(p)}`,
    fix: () => 'Shorten the conversation, or use a model with a larger context window.',
  },
  MODEL_UNREACHABLE: {
    message: (p: { origin: string; reason: string; attempts: number; start?: string | undefined }) =>
      `${p.origin} cannot be reached, after ${times(p.attempts)}: ${p.reason}.`,
    fix: (p: { origin: string; start?: string | undefined }) =>
      `${p.start === undefined ? '' : `${p.start} `}Check the network, baseUrl, and that the server is running.`,
  },
  MODEL_TIMEOUT: {
    message: (p: { origin: string; seconds: number }) => `${p.origin} sent nothing for ${p.seconds} s.`,
    fix: () => 'Raise timeoutSeconds of the provider if the model needs more time to start its answer.',
  },
  MODEL_STREAM_CUT: {
    message: (p: { seen: string }) => `The answer was cut off before its end: ${p.seen}.`,
    fix: () => 'Ask again, or resume the session. No part of the incomplete message was kept.',
  },
  MODEL_ANSWER_TOO_LONG: {
    message: (p: { chars: number }) => `The answer was stopped: it has more than ${p.chars} characters.`,
    fix: () => 'Ask again, or raise answerChars under limits in the agent.',
  },
};
