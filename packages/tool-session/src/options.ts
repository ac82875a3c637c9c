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
    previewFormat: {
      type: 'string',
      enum: ['markdown', 'html'],
      default: 'markdown',
      description: 'The format of the previews of AskUserQuestion, for a host that shows them.',
    },
  },
  additionalProperties: false,
} as const;

export type PreviewFormat = 'markdown' | 'html';

export interface SessionOptions {
  readonly pauseTimeout?: number | undefined;
  readonly previewFormat?: PreviewFormat | undefined;
}
