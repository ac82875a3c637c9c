import { defineErrors } from '@loadout/core';
import { apiErrorRows, errorValues, type ServerError, said } from '@loadout/model-apis';

/** Every error of this package. Messages never hold a key. */
export const table = {
  ...apiErrorRows,
  MODEL_KEY_MISSING: {
    message: (p: { why: string; cloud?: string | undefined }) => `The Anthropic provider cannot be used: ${p.why}.`,
    fix: (p: { cloud?: string | undefined }) =>
      p.cloud === undefined
        ? 'Set ANTHROPIC_API_KEY, or apiKey in the options of the provider; a local server needs only baseUrl.'
        : `Set a variable or an option that the message names. docs/guide/providers/${p.cloud}.md lists them in their order.`,
  },
  MODEL_PACKAGE_MISSING: {
    message: (p: { cloud: string; name: string; from: string }) =>
      `transport ${p.cloud} needs the package ${p.name}, which is not installed: @loadout/model-anthropic looked for it from ${p.from} upward.`,
    fix: (p: { name: string; version: string }) =>
      `Run npm install ${p.name}@${p.version} where @loadout/model-anthropic is installed.`,
  },
  MODEL_NOT_FOUND: {
    message: (p: ServerError & { origin: string }) => `${p.origin} does not know the model or the path. It said: ${said(p)}`,
    fix: () => 'Check the id of the model, and that baseUrl is a Messages API server. Write baseUrl without /v1/messages.',
    values: errorValues,
  },
  MODEL_REQUEST_INVALID: {
    message: (p: ServerError) => `The API refused the request. It said: ${said(p)}`,
    fix: () => 'Correct the part that the API names. Model options (thinking, effort, betas, extra) are sent as configured.',
    values: errorValues,
  },
  MODEL_REQUEST_UNSENDABLE: {
    message: (p: { origin: string; reason: string }) => `The request to ${p.origin} could not be made: ${p.reason}.`,
    fix: () =>
      'Check apiKey, authToken, headers and baseUrl of the provider, and the variables they come from: one of them contains a line break or another character that a header cannot contain.',
  },
  MODEL_STREAM_INVALID: {
    message: (p: { problem: string }) => `The answer is not a stream of the Messages API: ${p.problem}.`,
    fix: () => 'Check that baseUrl is a Messages API server.',
  },
  MODEL_ABORTED: { message: () => 'The request to the model was aborted.' },
};

export const errors = defineErrors(table);
