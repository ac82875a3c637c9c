/** Options of the plugin in the configuration. */
export const optionsSchema = {
  type: 'object',
  properties: {
    env: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Variables for every command, beside those that the agent passes on.',
    },
  },
  additionalProperties: false,
} as const;
