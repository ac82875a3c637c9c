import { defineErrors } from '@loadout/core';

interface Refused {
  readonly name: string;
  readonly status?: number | undefined;
  readonly message: string;
}

/** `429: Too many requests` */
const said = ({ status, message }: Refused) => `${status === undefined ? '' : `${status}: `}${message}`;
const statusOf = ({ status }: Refused) => ({ status });
const times = (attempts: number) => (attempts === 1 ? 'one attempt' : `${attempts} attempts`);

export const fixOf = ({ install }: { readonly install: string }): string => `Run ${install} in the project of the configuration.`;

/** Every error of this package. Messages never hold a key. */
export const table = {
  AI_SDK_MISSING: {
    message: (p: { name: string; configDir: string; install: string }) =>
      `The provider package ${p.name} is not installed: it was looked for from ${p.configDir} upward.`,
    fix: fixOf,
  },
  AI_SDK_PACKAGE: {
    message: (p: { name: string; problem: string }) =>
      `The package ${p.name} cannot be used as a provider of the AI SDK: ${p.problem}.`,
    fix: () => 'Check package, create and method in the options of the provider.',
  },
  AI_SDK_VERSION: {
    message: (p: { name: string; version: string; install: string }) =>
      `The models of ${p.name} have version ${p.version} of the AI SDK's provider interface, but v3 or v4 was expected.`,
    fix: (p: { install: string }) => `Run ${p.install} to get a version of the package made for AI SDK 6 or later.`,
  },
  AI_SDK_OPTION: {
    message: (p: { option: string; value: string; name: string }) =>
      `The model has the option ${p.option} (${p.value}), but Loadout does not know how to pass it to ${p.name}.`,
    fix: () => 'Remove the option from the model, and write the provider’s own option under providerOptions of the provider.',
  },
  AI_SDK_APPROVAL: {
    message: (p: { name: string }) => `${p.name} asks to approve a tool that runs at the provider, and nobody can.`,
    fix: () => 'Set up the tool of the provider so that it asks for no approval, or leave it out.',
  },
  MODEL_KEY_MISSING: {
    message: (p: { name: string; why: string }) => `The provider package ${p.name} has no key: ${p.why}`,
    fix: () => 'Set the variable that the message names, or apiKey under settings of the provider.',
  },
  MODEL_AUTH: {
    message: (p: Refused) => `The API of ${p.name} refused the credentials. It said: ${said(p)}`,
    fix: () => 'Check the key: the variable that the provider package reads, or apiKey under settings of the provider.',
    values: statusOf,
  },
  MODEL_BILLING: {
    message: (p: Refused) => `The account has reached its spending limit. The API of ${p.name} said: ${said(p)}`,
    fix: () => 'Raise the spending limit, add credit, or use a key of another account.',
  },
  MODEL_RATE_LIMITED: {
    message: (p: Refused & { attempts: number }) =>
      `The rate limit of the API of ${p.name} was exceeded, after ${times(p.attempts)}. It said: ${said(p)}`,
    fix: () => 'Wait, run fewer agents at once, or raise maxRetryWaitSeconds of the provider.',
    values: statusOf,
  },
  MODEL_OVERLOADED: {
    message: (p: Refused & { attempts: number }) =>
      `The API of ${p.name} is overloaded, after ${times(p.attempts)}. It said: ${said(p)}`,
    fix: () => 'Try again later, or give the agent a second model to fall back on.',
    values: statusOf,
  },
  MODEL_SERVER_ERROR: {
    message: (p: Refused & { attempts: number }) =>
      `The API of ${p.name} failed, after ${times(p.attempts)}. It said: ${said(p)}`,
    fix: () => 'Try again later. If the error persists, report it to the provider.',
    values: statusOf,
  },
  MODEL_PROMPT_TOO_LONG: {
    message: (p: Refused) => `The conversation is too long for the model. The API of ${p.name} said: ${said(p)}`,
    fix: () => 'Shorten the conversation, or use a model with a larger context window.',
  },
  MODEL_NOT_FOUND: {
    message: (p: Refused) => `The API of ${p.name} does not know the model or the path. It said: ${said(p)}`,
    fix: () => 'Check the id of the model, and baseURL under settings of the provider.',
    values: statusOf,
  },
  MODEL_REQUEST_INVALID: {
    message: (p: Refused) => `The request was refused by ${p.name}. It said: ${said(p)}`,
    fix: () => 'Correct the part that the message names. providerOptions and extra are sent as configured.',
    values: statusOf,
  },
  MODEL_UNREACHABLE: {
    message: (p: { name: string; reason: string; attempts: number }) =>
      `The API of ${p.name} cannot be reached, after ${times(p.attempts)}: ${p.reason}.`,
    fix: () => 'Check the network, baseURL under settings of the provider, and that the server is running.',
  },
  MODEL_TIMEOUT: {
    message: (p: { name: string; seconds: number }) => `The API of ${p.name} sent nothing for ${p.seconds} s.`,
    fix: () => 'Raise timeoutSeconds of the provider if the model needs more time to start its answer.',
  },
  MODEL_STREAM_CUT: {
    message: (p: { seen: string }) => `The answer was cut off before its end: ${p.seen}.`,
    fix: () => 'Ask again, or resume the session. No part of the incomplete message was kept.',
  },
  MODEL_STREAM_INVALID: {
    message: (p: { name: string; problem: string }) => `The answer cannot be read by ${p.name}: ${p.problem}.`,
    fix: () => 'Check that baseURL under settings of the provider is a server of the API that the package expects.',
  },
  MODEL_ANSWER_TOO_LONG: {
    message: (p: { chars: number }) => `The answer was stopped: it has more than ${p.chars} characters.`,
    fix: () => 'Ask again, or raise answerChars under limits in the agent.',
  },
  MODEL_ABORTED: { message: () => 'The request to the model was aborted.' },
};

export const errors = defineErrors(table);
