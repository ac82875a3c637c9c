import type { Infer } from '@loadout/core';

/** Options of the plugin in the configuration. */
export const optionsSchema = {
  type: 'object',
  properties: {
    agents: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        properties: {
          a2a: { type: 'string', minLength: 1, description: 'The address of an agent of A2A 1.0, whose card is below it.' },
          openai: { type: 'string', minLength: 1, description: "The address of an API like OpenAI's, up to /v1." },
          model: { type: 'string', minLength: 1, description: 'The model to ask for. openai needs it.' },
          key: { type: 'string', minLength: 1, description: 'Sent as a bearer token.' },
          description: { type: 'string', minLength: 1, description: 'What the agent does, for the model.' },
        },
        additionalProperties: false,
      },
      default: {},
      description: 'The agents by name, each with a2a or openai.',
    },
    timeoutSeconds: {
      type: 'number',
      exclusiveMinimum: 0,
      maximum: 86400,
      default: 300,
      description: 'The time limit of one answer.',
    },
    maxChars: {
      type: 'integer',
      minimum: 1000,
      maximum: 4000000,
      default: 200000,
      description: 'The maximum length of an answer; the rest is cut off.',
    },
  },
  additionalProperties: false,
} as const;

export type RemoteOptions = Infer<typeof optionsSchema>;
