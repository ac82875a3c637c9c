import type { Infer } from '@loadout/core';

const serverSchema = {
  type: 'object',
  properties: {
    command: {
      type: 'string',
      minLength: 1,
      description: 'Program: a name for the PATH, an absolute path, or a path from the folder of the configuration file.',
    },
    args: { type: 'array', items: { type: 'string' }, description: 'Arguments of the program. Default: those that are known.' },
    extensions: {
      type: 'array',
      items: { type: 'string', pattern: '^\\.[^/]+$' },
      minItems: 1,
      description: 'Extensions of its files, such as .vue. Default: those that are known.',
    },
    languageId: {
      type: 'string',
      minLength: 1,
      description: 'What the protocol calls the language of its files. Default: what is known, else the name here.',
    },
    initializationOptions: { type: 'object', description: 'Sent with initialize, in place of those that are known.' },
    settings: { type: 'object', description: 'Answers to workspace/configuration, by section.' },
  },
  additionalProperties: false,
} as const;

/** Options of the plugin in the configuration. */
export const optionsSchema = {
  type: 'object',
  properties: {
    servers: {
      type: 'object',
      additionalProperties: serverSchema,
      default: {},
      description: 'Language servers by name, beside the known ones or in their place.',
    },
    projectServers: {
      type: 'boolean',
      default: false,
      description:
        "Start servers of the workspace's own node_modules/.bin and let them load what the workspace brings. Its code then runs.",
    },
    diagnosticsWaitMs: {
      type: 'integer',
      minimum: 0,
      maximum: 5000,
      default: 1500,
      description: 'How long the result of an edit waits for diagnostics of a server that runs. 0: none are attached.',
    },
    startTimeout: { type: 'number', exclusiveMinimum: 0, default: 60, description: 'Seconds for a server to start.' },
    requestTimeout: { type: 'number', exclusiveMinimum: 0, default: 60, description: 'Seconds for a server to answer.' },
    textSearch: {
      type: 'boolean',
      default: false,
      description:
        'Where no server can be used, answer definitions, references and symbols by a search in the text of files. The result says so.',
    },
  },
  additionalProperties: false,
} as const;

export type LspOptions = Infer<typeof optionsSchema>;

/** One entry of `servers`. */
export type ServerOption = LspOptions['servers'][string];
