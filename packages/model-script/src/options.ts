import { turnSchema } from './script/turn.js';

export const optionsSchema = {
  type: 'object',
  properties: {
    file: { type: 'string', minLength: 1, description: 'A script in YAML, relative to the configuration file.' },
    turns: { type: 'array', items: turnSchema, description: 'The turns of a script, written here.' },
    cassette: {
      type: 'string',
      minLength: 1,
      description: 'A recorded conversation to replay, relative to the configuration file.',
    },
    normalise: {
      type: 'array',
      items: {
        type: 'object',
        properties: { text: { type: 'string', minLength: 1 }, pattern: { type: 'string', minLength: 1 }, as: { type: 'string' } },
        required: ['as'],
        additionalProperties: false,
      },
      description: 'What of a cassette differs from run to run: a text, put back in answers, or a regular expression.',
    },
  },
  additionalProperties: false,
} as const;

/** The options after the schema accepted them. */
export interface ScriptOptions {
  readonly file?: string | undefined;
  readonly turns?: readonly unknown[] | undefined;
  readonly cassette?: string | undefined;
  readonly normalise?:
    | readonly { readonly text?: string | undefined; readonly pattern?: string | undefined; readonly as: string }[]
    | undefined;
}
