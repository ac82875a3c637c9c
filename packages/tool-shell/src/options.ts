/** Options of the plugin in the configuration. */
export const optionsSchema = {
  type: 'object',
  properties: {
    env: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Variables for every command, beside those that the agent passes on.',
    },
    envFile: {
      type: 'string',
      description:
        'A file with lines NAME=value, read before each command; relative to the configuration. `env` wins over it, and HOME is not taken from it.',
    },
    defaultTimeoutMs: {
      type: 'integer',
      minimum: 1,
      description: 'How long a command may run whose call sets no timeout. Default 120000.',
    },
    maxTimeoutMs: {
      type: 'integer',
      minimum: 1,
      description:
        'The longest time that a command may run, whatever its call asks for. Default: no more than the call asks for.',
    },
    backgroundOnTimeout: {
      type: 'boolean',
      default: false,
      description: 'A command whose time is up goes on in the background. Not sleep, not git, not what could not be analysed.',
    },
    pty: {
      type: 'boolean',
      default: false,
      description: 'Commands run on a terminal of 120 by 30. Needs the package @lydell/node-pty.',
    },
  },
  additionalProperties: false,
} as const;
