/**
 * A message in the shape of the Messages API. A message is frozen once it is part of a conversation, so a provider may cache
 * values derived from it, such as its bytes, by object identity.
 */
export interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: readonly Block[];
  /** The model that made the message. Absent: a user's message, or an unknown maker. The runner sets it; no provider sends it. */
  readonly origin?: Origin | undefined;
}

/** The maker of a message. Opaque blocks, such as signed thinking, go back unchanged only to their maker (`prepareHistory`). */
export interface Origin {
  /** The name of the provider in the configuration. */
  readonly provider: string;
  /** The `api` of the provider. */
  readonly api: string;
  /** The name of the model as it was requested. */
  readonly model: string;
}

/** Data for the maker of a block alone, such as an id or a signature. `prepareHistory` removes it for any other model. */
interface MadeBlock {
  readonly providerState?: unknown;
}

export interface TextBlock extends MadeBlock {
  readonly type: 'text';
  readonly text: string;
}

export interface ToolUseBlock extends MadeBlock {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

export interface ToolResultBlock {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly content: string | readonly unknown[];
  readonly is_error?: boolean;
}

/** Any other block, such as thinking or server tools. Loadout keeps these blocks in order and sends them back unchanged. */
export interface OtherBlock {
  readonly type: string;
  readonly [field: string]: unknown;
}

export type Block = TextBlock | ToolUseBlock | ToolResultBlock | OtherBlock;
