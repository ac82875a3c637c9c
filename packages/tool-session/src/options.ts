/** Options of the plugin in the configuration. */
export const optionsSchema = {
  type: 'object',
  properties: {
    pauseTimeout: {
      type: 'number',
      exclusiveMinimum: 0,
      maximum: 2_000_000,
      default: 300,
      description: 'Seconds for which PauseForHuman waits for a person.',
    },
  },
  additionalProperties: false,
} as const;

export interface SessionOptions {
  readonly pauseTimeout?: number | undefined;
}
