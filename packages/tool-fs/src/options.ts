import type { Infer } from '@loadout/core';

/** Options of the plugin in the configuration. */
export const optionsSchema = {
  type: 'object',
  properties: {
    requireAbsolute: { type: 'boolean', default: false, description: 'Refuse relative paths instead of resolving them.' },
    readBeforeWrite: {
      type: 'string',
      enum: ['strict', 'relaxed', 'off'],
      default: 'strict',
      description:
        'strict: an existing file must have been read in this session before Write, Edit or NotebookEdit. relaxed: only before Write. off: never.',
    },
    createParents: { type: 'boolean', default: true, description: 'Create missing folders of a new file.' },
    globLimit: { type: 'integer', minimum: 1, default: 100, description: 'How many paths Glob shows at most.' },
    dotfiles: { type: 'boolean', default: true, description: 'Whether wildcards in Glob match names that start with a dot.' },
    respectGitignore: { type: 'boolean', default: false, description: 'Whether Glob leaves out what .gitignore names.' },
    grepTimeout: { type: 'number', exclusiveMinimum: 0, default: 30, description: 'Seconds after which Grep gives what it has.' },
  },
  additionalProperties: false,
} as const;

export type FsOptions = Infer<typeof optionsSchema>;
