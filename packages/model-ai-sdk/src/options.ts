import type { Infer } from '@loadout/core';
import { patienceOptions } from '@loadout/node/http';

export const optionsSchema = {
  type: 'object',
  properties: {
    package: {
      type: 'string',
      minLength: 1,
      description:
        'The provider package of the AI SDK, such as @ai-sdk/google, installed in the project of the configuration; or a module, as a path relative to the configuration.',
    },
    create: {
      type: 'string',
      minLength: 1,
      description:
        'The function of the package that makes the provider, such as createGoogleGenerativeAI. Default: its only export whose name begins with create.',
    },
    method: {
      type: 'string',
      minLength: 1,
      description: 'The function of the provider that makes a model, such as chat or responses. Default: languageModel.',
    },
    settings: {
      type: 'object',
      description: 'The settings of that function, such as apiKey or baseURL, best with ${secret:NAME}.',
    },
    providerOptions: {
      type: 'object',
      description: 'Options of each request by the key of the provider, such as { google: { serviceTier: flex } }.',
    },
    resultImages: {
      type: 'boolean',
      description:
        'The provider takes pictures inside the result of a tool. Default: true for packages that are known to, else pictures follow the result in a message of the user.',
    },
    ...patienceOptions,
    timeoutSeconds: {
      ...patienceOptions.timeoutSeconds,
      description: 'Seconds without a piece of the answer after which the request is given up. Default 300.',
    },
  },
  required: ['package'],
  additionalProperties: false,
} as const;

/** The options. The two objects are narrower than a schema literal can express. */
export type AiSdkOptions = Omit<Infer<typeof optionsSchema>, 'settings' | 'providerOptions'> & {
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  readonly providerOptions?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined;
};
