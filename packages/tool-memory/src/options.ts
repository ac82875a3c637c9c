import type { Infer } from '@loadout/core';

/** Options of the plugin in the configuration. */
export const optionsSchema = {
  type: 'object',
  properties: {
    scope: {
      type: 'string',
      enum: ['project', 'user', 'agent', 'session'],
      default: 'project',
      description:
        'Who shares the notes. project: all agents of this folder, as files in it. user: all agents of this user. agent: one agent in this folder. session: one session.',
    },
    folder: {
      type: 'string',
      minLength: 1,
      default: '.memories',
      description: 'For the scope project: the folder of the notes, below the working folder.',
    },
    shared: {
      type: 'string',
      minLength: 1,
      description:
        'A folder that several machines share, absolute and outside of the working folder, in place of the state of the user: for the workers of an engine.',
    },
    inject: {
      type: 'string',
      enum: ['index', 'none'],
      default: 'index',
      description: 'index: a list of the notes, one line each, stands in front of the first prompt.',
    },
    maxTokens: { type: 'integer', minimum: 50, default: 1500, description: 'The maximum number of tokens of that list.' },
    maxNoteBytes: { type: 'integer', minimum: 1, default: 102_400, description: 'The maximum size of one note in bytes.' },
    maxBytes: { type: 'integer', minimum: 1, default: 1_048_576, description: 'The maximum size of all notes in bytes.' },
    trusts: {
      type: 'array',
      items: { type: 'string', minLength: 1 },
      default: [],
      description:
        'Tools whose results do not count as text from outside, such as Read for a repository of your own. *: none does.',
    },
  },
  additionalProperties: false,
} as const;

export type MemoryOptions = Infer<typeof optionsSchema>;

const DEFAULTS = Object.fromEntries(
  Object.entries(optionsSchema.properties).flatMap(([name, schema]) => ('default' in schema ? [[name, schema.default]] : [])),
) as unknown as MemoryOptions;

/** Adds the defaults of the schema, for a caller that is no host. */
export const completeOptions = (given: Partial<MemoryOptions>): MemoryOptions => ({ ...DEFAULTS, ...given });
