import { defineErrors } from '@loadout/core';
import { apiErrorRows, errorValues, type ServerError, said } from '@loadout/model-apis';

/** Every error of this package. Messages never hold a key. */
export const table = {
  ...apiErrorRows,
  MODEL_KEY_MISSING: {
    message: (p: { why: string }) => `The provider of OpenAI-like models cannot be used: ${p.why}.`,
    fix: () =>
      'Set the variable, or apiKey and baseUrl in the options of the provider; a local server needs only a preset or baseUrl.',
  },
  MODEL_NOT_FOUND: {
    message: (p: ServerError & { origin: string }) => `${p.origin} does not know the model or the path. It said: ${said(p)}`,
    fix: () =>
      'Check the id of the model, and that baseUrl ends with /v1 or what the server has in its place. A local server must have downloaded the model.',
    values: errorValues,
  },
  MODEL_REQUEST_INVALID: {
    message: (p: ServerError) => `The API refused the request. It said: ${said(p)}`,
    fix: () =>
      'Correct the part that the API names. Options of the model (effort, temperature, extra) are sent as configured; habits of the server are set with compat of the provider.',
    values: errorValues,
  },
  MODEL_REQUEST_UNSENDABLE: {
    message: (p: { origin: string; reason: string }) => `The request to ${p.origin} could not be made: ${p.reason}.`,
    fix: () =>
      'Check apiKey, headers and baseUrl of the provider, and the variables they come from: one of them contains a line break or another character that a header cannot contain.',
  },
  MODEL_STREAM_INVALID: {
    message: (p: { problem: string }) => `The answer is not a stream that can be read: ${p.problem}.`,
    fix: () => 'Check baseUrl and api of the provider: chat is Chat Completions, responses is the Responses API.',
  },
  MODEL_ABORTED: { message: (p: { origin: string }) => `The request to ${p.origin} was aborted.` },
};

export const errors = defineErrors(table);
