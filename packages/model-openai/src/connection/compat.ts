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
