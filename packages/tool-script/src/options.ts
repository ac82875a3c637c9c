import { declarationSchema } from './check/declaration.js';

/** Options of the plugin. The key `tools` of a configuration is its option `tools`. */
export const optionsSchema = {
  type: 'object',
  properties: {
    tools: {
      type: 'object',
      description: 'The tools by name. A configuration writes them under its own key tools.',
      default: {},
      additionalProperties: declarationSchema,
    },
  },
  additionalProperties: false,
} as const;
