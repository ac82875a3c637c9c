import type { JsonSchema } from '@loadout/core';

/** The habits of a server, as data. Guessed by its preset or its address, and overridden by the option `compat`. */
export interface Compat {
  /** The field for the longest answer. */
  readonly maxTokensField: 'max_completion_tokens' | 'max_tokens';
  /** Sends the system prompt in the role `developer` instead of `system`. */
  readonly developerRole: boolean;
  /** Asks for the usage of a stream, which is missing otherwise (`stream_options`). */
  readonly streamUsage: boolean;
  /** The server takes `parallel_tool_calls`. */
  readonly parallelCalls: boolean;
  /** The server takes `strict` in a tool of Chat Completions. Loadout sends `false`: it never changes a schema. */
  readonly strict: boolean;
  /** The form in which effort is sent. `none`: it is left out. */
  readonly effort: 'reasoning_effort' | 'reasoning' | 'none';
  /** The field in which earlier thinking goes back with its calls. `none`: it does not. */
  readonly thinking: 'reasoning_content' | 'reasoning' | 'reasoning_details' | 'none';
  /** Every message with calls needs the field for thinking, also if it is empty. */
  readonly thinkingWithCalls: boolean;
  /** Puts a short message of the assistant between a result and a message of the user. */
  readonly assistantAfterTool: boolean;
  /** Every call needs a thought signature. A call of another model gets the value that Google names for one. */
  readonly signedCalls: boolean;
  /** The ids of calls that the server takes: the longest in characters, or `mistral` for exactly 9 letters and digits. */
  readonly toolIds: number | 'mistral';
  /** The server takes `prompt_cache_key`. */
  readonly promptCacheKey: boolean;
  /** Responses only: asks for encrypted reasoning. Default: unless the model's name is one that does not reason. */
  readonly encryptedReasoning?: boolean | undefined;
}

/** The habits of a server that nobody knows: the least that all of them take. */
export const COMMON: Compat = {
  maxTokensField: 'max_tokens',
  developerRole: false,
  streamUsage: true,
  parallelCalls: false,
  strict: false,
  effort: 'reasoning_effort',
  thinking: 'none',
  thinkingWithCalls: false,
  assistantAfterTool: false,
  signedCalls: false,
  toolIds: 40,
  promptCacheKey: false,
};

/** The fields of `compat` as a schema of options. */
export const compatSchema: JsonSchema = {
  type: 'object',
  properties: {
    maxTokensField: { enum: ['max_completion_tokens', 'max_tokens'], description: 'The field for the longest answer.' },
    developerRole: { type: 'boolean', description: 'Sends the system prompt in the role developer.' },
    streamUsage: { type: 'boolean', description: 'Asks for usage with stream_options.' },
    parallelCalls: { type: 'boolean', description: 'The server takes parallel_tool_calls.' },
    strict: { type: 'boolean', description: 'The server takes strict in a tool; Loadout sends false.' },
    effort: { enum: ['reasoning_effort', 'reasoning', 'none'], description: 'The field for the effort; none leaves it out.' },
    thinking: {
      enum: ['reasoning_content', 'reasoning', 'reasoning_details', 'none'],
      description: 'The field in which earlier thinking goes back with its calls; none leaves it out.',
    },
    thinkingWithCalls: { type: 'boolean', description: 'Every message with calls needs that field, also if it is empty.' },
    assistantAfterTool: {
      type: 'boolean',
      description: 'A short message of the assistant stands between a result and a message of the user.',
    },
    signedCalls: { type: 'boolean', description: 'Every call needs a thought signature, also one of another model.' },
    toolIds: {
      anyOf: [{ type: 'integer', minimum: 9 }, { const: 'mistral' }],
      description: 'The longest id of a call in characters, or mistral for exactly 9 letters and digits.',
    },
    promptCacheKey: { type: 'boolean', description: 'The server takes prompt_cache_key.' },
    encryptedReasoning: {
      type: 'boolean',
      description: 'Responses only: asks for encrypted reasoning. Default: unless the model is known not to reason.',
    },
  },
  additionalProperties: false,
};
