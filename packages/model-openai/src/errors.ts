import { defineErrors } from '@loadout/core';

interface Refused {
  readonly status?: number | undefined;
  readonly type?: string | undefined;
  readonly message: string;
  readonly requestId?: string | undefined;
}

/** `529 overloaded_error: Overloaded (request req_1)` */
const said = ({ status, type, message, requestId }: Refused) =>
  `${[status, type].filter(Boolean).join(' ')}${status === undefined && type === undefined ? '' : ': '}${message}${requestId === undefined ? '' : ` (request ${requestId})`}`;

/** Every error of this package. Messages never hold a key. */
export const table = {
  MODEL_KEY_MISSING: {
    message: (p: { why: string }) => `The provider of OpenAI-like models cannot be used: ${p.why}.`,
    fix: () =>
      'Set the variable, or apiKey and baseUrl in the options of the provider; a local server needs only a preset or baseUrl.',
  },
  MODEL_AUTH: {
    message: (p: Refused & { origin: string; from?: string | undefined }) =>
      `${p.origin} refused the key${p.from === undefined ? ', because none was sent' : ` from ${p.from}`}. It said: ${said(p)}`,
    fix: (p: { origin: string; from?: string | undefined }) =>
      `Check that ${p.from ?? 'a key'} is valid for ${p.origin} and may use this model. A key from the environment is sent only to the address from the environment; if the configuration sets baseUrl, set apiKey beside it.`,
  },
  MODEL_BILLING: {
    message: (p: Refused) => `The account has reached its spending limit. The API said: ${said(p)}`,
    fix: () => 'Raise the spending limit, add credit, or use a key of another account.',
  },
  MODEL_RATE_LIMITED: {
    message: (p: Refused & { attempts: number; retryAfterMs?: number | undefined }) =>
      `The API rate limit was exceeded, after ${times(p.attempts)}${p.retryAfterMs === undefined ? '' : `; the API asks to wait ${Math.ceil(p.retryAfterMs / 1000)} s`}. It said: ${said(p)}`,
    fix: () => 'Wait, run fewer agents at once, or raise maxRetryWaitSeconds of the provider.',
  },
  MODEL_OVERLOADED: {
    message: (p: Refused & { attempts: number }) => `The API is overloaded, after ${times(p.attempts)}. It said: ${said(p)}`,
    fix: () => 'Try again later, or give the agent a second model to fall back on.',
  },
  MODEL_SERVER_ERROR: {
    message: (p: Refused & { attempts: number }) => `The API failed, after ${times(p.attempts)}. It said: ${said(p)}`,
    fix: () => 'Try again later. If the error persists, report the request id to the provider.',
  },
  MODEL_PROMPT_TOO_LONG: {
    message: (p: Refused) => `The conversation is too long for the model. The API said: ${said(p)}`,
    fix: () => 'Shorten the conversation, or use a model with a larger context window.',
  },
  MODEL_NOT_FOUND: {
    message: (p: Refused & { origin: string }) => `${p.origin} does not know the model or the path. It said: ${said(p)}`,
    fix: () =>
      'Check the id of the model, and that baseUrl ends with /v1 or what the server has in its place. A local server must have downloaded the model.',
  },
  MODEL_REQUEST_INVALID: {
    message: (p: Refused) => `The API refused the request. It said: ${said(p)}`,
    fix: () =>
      'Correct the part that the API names. Options of the model (effort, temperature, extra) are sent as configured; habits of the server are set with compat of the provider.',
  },
  MODEL_UNREACHABLE: {
    message: (p: { origin: string; reason: string; attempts: number }) =>
      `${p.origin} cannot be reached, after ${times(p.attempts)}: ${p.reason}.`,
    fix: () => 'Check the network, baseUrl, and that the server is running.',
  },
  MODEL_REQUEST_UNSENDABLE: {
    message: (p: { origin: string; reason: string }) => `The request to ${p.origin} could not be made: ${p.reason}.`,
    fix: () =>
      'Check apiKey, headers and baseUrl of the provider, and the variables they come from: one of them contains a line break or another character that a header cannot contain.',
  },
  MODEL_TIMEOUT: {
    message: (p: { origin: string; seconds: number }) => `${p.origin} sent nothing for ${p.seconds} s.`,
    fix: () => 'Raise timeoutSeconds of the provider if the model needs more time to start its answer.',
  },
  MODEL_STREAM_CUT: {
    message: (p: { seen: string }) => `The answer was cut off before its end: ${p.seen}.`,
    fix: () => 'Ask again, or resume the session. No part of the incomplete message was kept.',
  },
  MODEL_STREAM_INVALID: {
    message: (p: { problem: string }) => `The answer is not a stream that can be read: ${p.problem}.`,
    fix: () => 'Check baseUrl and api of the provider: chat is Chat Completions, responses is the Responses API.',
  },
  MODEL_ANSWER_TOO_LONG: {
    message: (p: { chars: number }) => `The answer was stopped: it has more than ${p.chars} characters.`,
    fix: () => 'Ask again, or raise answerChars under limits in the agent.',
  },
  MODEL_ABORTED: { message: (p: { origin: string }) => `The request to ${p.origin} was aborted.` },
};

const times = (attempts: number) => (attempts === 1 ? 'one attempt' : `${attempts} attempts`);

export const errors = defineErrors(table);
