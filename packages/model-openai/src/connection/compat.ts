import type { Infer } from '@loadout/core';

const flag = { type: 'boolean' } as const;

/** The habits of a server, as data. Guessed by its preset or its address, and overridden by the option `compat`. */
export const compatSchema = {
  type: 'object',
  properties: {
    /** The field for the longest answer. */
    maxTokensField: { enum: ['max_completion_tokens', 'max_tokens'] },
    /** Sends the system prompt in the role `developer` instead of `system`. */
    developerRole: flag,
    /** Asks for the usage of a stream, which is missing otherwise (`stream_options`). */
    streamUsage: flag,
    /** The server takes `parallel_tool_calls`. */
    parallelCalls: flag,
    /** The server takes `strict` in a tool of Chat Completions. Loadout sends `false`: it never changes a schema. */
    strict: flag,
    /** The form in which effort is sent. `none`: it is left out. */
    effort: { enum: ['reasoning_effort', 'reasoning', 'none'] },
    /** The field in which earlier thinking goes back with its calls. `none`: it does not. */
    thinking: { enum: ['reasoning_content', 'reasoning', 'reasoning_details', 'none'] },
    /** Every message with calls needs the field for thinking, also if it is empty. */
    thinkingWithCalls: flag,
    /** Puts a short message of the assistant between a result and a message of the user. */
    assistantAfterTool: flag,
    /** Every call needs a thought signature. A call of another model gets the value that Google names for one. */
    signedCalls: flag,
    /** The ids of calls that the server takes: the longest in characters, or `mistral` for exactly 9 letters and digits. */
    toolIds: { anyOf: [{ type: 'integer', minimum: 9 }, { const: 'mistral' }] },
    /** The server takes `prompt_cache_key`. */
    promptCacheKey: flag,
    /** Responses only: asks for encrypted reasoning. Default: unless the model's name is one that does not reason. */
    encryptedReasoning: flag,
  },
  additionalProperties: false,
} as const;

type Given = Infer<typeof compatSchema>;

/** All habits of a server. */
export type Compat = {
  readonly [Name in Exclude<keyof Given, 'encryptedReasoning'>]-?: Exclude<Given[Name], undefined>;
} & Readonly<Pick<Given, 'encryptedReasoning'>>;
