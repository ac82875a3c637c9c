import type { Infer } from '@loadout/core';

/** Options of the plugin in the configuration. */
export const optionsSchema = {
  type: 'object',
  properties: {
    sources: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string', pattern: '^[a-z][a-z0-9_-]{0,39}$', description: 'The name by which the model chooses it.' },
          paths: {
            type: 'array',
            items: { type: 'string', minLength: 1 },
            minItems: 1,
            description: 'Globs, from the working folder: docs/**/*.md. Files that .gitignore leaves out are left out.',
          },
          description: { type: 'string', description: 'What is in it, for the model.' },
        },
        required: ['name', 'paths'],
        additionalProperties: false,
      },
      default: [],
      description: 'What can be searched.',
    },
    refreshSeconds: {
      type: 'number',
      minimum: 0,
      default: 30,
      description:
        'New and removed files are found after so many seconds. A changed file is found at once where it is an answer.',
    },
    maxFiles: { type: 'integer', minimum: 1, default: 20_000, description: 'The maximum number of files of one source.' },
  },
  additionalProperties: false,
} as const;

export type SearchOptions = Infer<typeof optionsSchema>;

export type SourceOptions = SearchOptions['sources'][number];
