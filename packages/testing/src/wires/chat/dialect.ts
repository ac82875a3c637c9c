/** The habits of one server of Chat Completions. Each default is what OpenAI's server does. */
export interface ChatDialect {
  /** Default `chat`. */
  readonly name?: string | undefined;
  /** The `index` of calls: counted from 0, counted from 1, 0 for all, or absent. */
  readonly indexes?: 'from 0' | 'from 1' | 'same' | 'none' | undefined;
  /** The ids of calls. `long`: 46 characters, as vLLM makes them. */
  readonly ids?: 'own' | 'none' | 'long' | undefined;
  /** Sends the whole call in one delta. */
  readonly wholeCalls?: boolean | undefined;
  /** Sends the name of a call behind its id, in a delta of its own. */
  readonly nameAfterId?: boolean | undefined;
  /** The field for thinking. Default `reasoning_content`. */
  readonly reasoning?: 'reasoning_content' | 'reasoning' | 'reasoning_details' | undefined;
  /** When usage is sent: if it was asked for, together with the finish reason, or never. */
  readonly usage?: 'asked' | 'with finish' | 'never' | undefined;
  /** Says `stop` also after calls. */
  readonly alwaysStop?: boolean | undefined;
  /** Things that this server refuses. */
  readonly refuses?: readonly ChatRefusal[] | undefined;
  /** The longest id of a call. Default 40. */
  readonly longestId?: number | undefined;
  /** Answers to GET requests, by path. */
  readonly lookUp?: Readonly<Record<string, unknown>> | undefined;
}

export type ChatRefusal =
  | 'developer role'
  | 'system role'
  | 'strict'
  | 'parallel_tool_calls'
  | 'stream_options'
  | 'reasoning_effort'
  | 'max_completion_tokens'
  | 'max_tokens'
  | 'pictures'
  | 'reasoning_content'
  | 'user behind tool'
  | 'ids that are not 9 letters and digits'
  | 'calls without reasoning_content'
  | 'calls without a thought signature';
