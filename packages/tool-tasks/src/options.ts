/** Options of the plugin in the configuration. */
export const optionsSchema = {
  type: 'object',
  properties: {
    strictTodos: {
      type: 'boolean',
      default: false,
      description: 'Whether TodoWrite refuses a list with unfinished items of which none is in_progress. Else it says so.',
    },
  },
  additionalProperties: false,
} as const;

export interface TasksOptions {
  readonly strictTodos?: boolean | undefined;
}
